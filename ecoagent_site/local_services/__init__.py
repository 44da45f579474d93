"""Embedded Postgres and Valkey for a machine that has neither; nothing else knows of them.

`with local_services.running():` makes sure that DATABASE_URL and REDIS_URL are set: whichever is
not gets a server of this checkout, with its rows and queues under `.local/`.
"""

from ecoagent_site.local_services.errors import LocalServicesError
from ecoagent_site.local_services.lifecycle import running

__all__ = ["LocalServicesError", "running"]
