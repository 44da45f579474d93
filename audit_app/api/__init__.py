"""The API of audits, one module a subject."""
