"""What is read of a meter episode, in SQL: the rules of ``domain.measures`` where rows are many."""

COUNTED_REWARD = """
CASE status WHEN 'infrastructure_error' THEN NULL WHEN 'completed' THEN reward
ELSE coalesce(reward, 0) END
"""
ALL_TOKENS = """
coalesce((usage->>'total_tokens')::bigint,
    (usage->>'input_tokens')::bigint + (usage->>'output_tokens')::bigint)
"""
OUTCOMES = f"""
SELECT run_id::text, task_id, attempt, status, {COUNTED_REWARD}, {ALL_TOKENS},
    (usage->>'input_tokens')::bigint, (usage->>'cached_input_tokens')::bigint,
    (usage->>'cache_creation_tokens')::bigint, (usage->>'output_tokens')::bigint,
    step_count, seconds, cost_usd
FROM runs_app_episode WHERE run_id = ANY(%s)
ORDER BY run_id, task_id COLLATE "C", attempt
"""  # noqa: S608 - made of the texts above
TALLIES = f"""
SELECT run_id, count(*) AS attempted, count(counted), count(*) FILTER (WHERE counted >= 1),
    coalesce(sum(counted), 0), count(tokens), coalesce(sum(tokens), 0)::float, count(cost_usd),
    coalesce(sum(cost_usd), 0), count(step_count), coalesce(sum(step_count), 0)::float,
    count(seconds), coalesce(sum(seconds), 0)
FROM (
    SELECT DISTINCT ON (run_id, task_id) run_id, cost_usd, step_count, seconds,
        {COUNTED_REWARD} AS counted, {ALL_TOKENS} AS tokens
    FROM runs_app_episode WHERE run_id = ANY(%s) AND status <> 'infrastructure_error'
    ORDER BY run_id, task_id, attempt DESC
) AS latest
GROUP BY run_id
"""  # noqa: S608 - made of the texts above
