"""Board payloads as tables: what pages show beside their figures."""
