"""The API of boards and snapshots."""
