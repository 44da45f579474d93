"""Episode archives (``ecoagent-episodes/1``): read with every problem named, and written.

``container`` opens a zip or tar.gz and yields its members as streams; ``manifest`` and
``episode_line`` turn bytes into values; ``reader`` puts them together; ``writer`` is the way back.
"""
