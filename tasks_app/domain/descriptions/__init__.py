"""Wordings of a meter task: what they must keep, what they may not add, how they differ."""
