"""All writes of runs_app, one module a subject."""
