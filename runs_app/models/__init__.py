"""Agents, archives, runs, episodes, judge labels, tables of results, descriptions: fields,
constraints and one-row facts."""

from runs_app.models.archives import Agent, Archive, Visibility
from runs_app.models.descriptions import Candidate, FrozenDescription
from runs_app.models.episodes import Episode, JudgeLabel
from runs_app.models.result_tables import ResultTable, TableMapping
from runs_app.models.runs import Chunk, Run

__all__ = [
    "Agent",
    "Archive",
    "Candidate",
    "Chunk",
    "Episode",
    "FrozenDescription",
    "JudgeLabel",
    "ResultTable",
    "Run",
    "TableMapping",
    "Visibility",
]
