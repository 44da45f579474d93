"""The API of archives, runs and episodes; private ones exist for their owner and maintainers."""
