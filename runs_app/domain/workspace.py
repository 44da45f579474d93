"""The execution proxy of the workspace track, a cost basis of its own."""

from runs_app.domain.episode import Workspace


def execution_proxy(workspace: Workspace) -> float:
    """10 + 0.5 T + 10 M + 5 N (EcoAgent-Bench, workspace track).

    T = wall seconds, M = modified files, N = new files. Never mixed with ledger units.
    """
    return (
        10 + 0.5 * workspace.wall_seconds + 10 * workspace.modified_files + 5 * workspace.new_files
    )
