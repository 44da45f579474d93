"""Links of tables in tests: what they would lead to, in words."""


def evidence(agent_id: int, **filters: str) -> str:
    """``/1?outcome=strict`` for the strict successes of agent 1."""
    query = "&".join(f"{name}={value}" for name, value in sorted(filters.items()))
    return f"/{agent_id}?{query}"
