"""Tables of results that people have, as episodes of a meter bundle.

A mapping says which column is what; the rows are read by it one by one, everything wrong is named
by row and column, and everything unknown stays unknown and is counted.
"""
