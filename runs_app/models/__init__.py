"""Agents, archives, runs, episodes, judge labels and tables of results: fields, constraints and
one-row facts."""

from runs_app.models.archives import Agent, Archive, Visibility
from runs_app.models.episodes import Episode, JudgeLabel
from runs_app.models.result_tables import ResultTable, TableMapping
from runs_app.models.runs import Chunk, Run

__all__ = [
    "Agent",
    "Archive",
    "Chunk",
    "Episode",
    "JudgeLabel",
    "ResultTable",
    "Run",
    "TableMapping",
    "Visibility",
]
