"""A meter bundle and models that nobody ever ran: for the demo, and for tests that need a grid.

Everything made from it says "synthetic" in its name, so that no table can be taken for a
measurement of anything.
"""
