# `make demo` is all that a newcomer needs; the rest is for those who change the site.

export ECOAGENT_MODE ?= development
# Nothing is compiled when packages are installed (that takes longer than the installation
# itself), so what is imported has to be compiled, and kept, at its first import.
unexport PYTHONDONTWRITEBYTECODE

PYTHON = .venv/bin/python
SYSTEM_PYTHON := $(shell command -v python3.11 || command -v python3)
UV := $(shell command -v uv)
ARGS =

.PHONY: demo run worker test check lock bench

# From nothing to a populated site: services, tables, runs, audit and leaderboard.
demo: export ECOAGENT_MODE = demo
demo: .venv/runtime
	$(PYTHON) manage.py demo $(ARGS)

# The web server and a worker on what is already there; PORT chooses another port than 8000.
run: .venv/runtime
	$(PYTHON) manage.py run $(ARGS)

# One more worker beside those of `make run`.
worker: .venv/runtime
	$(PYTHON) manage.py worker $(ARGS)

# All tests; `make test ARGS="-k ledger"` for some. Who is done takes over what the other has left:
# the tests in a browser stand together, and shares of equal number are not of equal length.
test: .venv/development
	$(PYTHON) -m pytest --numprocesses 2 --dist worksteal $(ARGS)

# What can be said without running the site: style, types, migrations, container files.
check: .venv/development
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) manage.py makemigrations --check --dry-run
	.venv/bin/hadolint Dockerfile
	if command -v docker-compose >/dev/null; then docker-compose config --quiet; \
	else echo "docker-compose is not installed: docker-compose.yml was not checked"; fi

# Pin anew what requirements*.in name; needs uv.
lock:
	@test -n "$(UV)" || { echo "Install uv first: it resolves and hashes the versions."; exit 1; }
	uv pip compile --quiet --python-version 3.11 --generate-hashes --no-header \
	    requirements.in --output-file requirements.txt
	uv pip compile --quiet --python-version 3.11 --generate-hashes --no-header \
	    requirements-dev.in --output-file requirements-dev.txt

# Every benchmark in turn, each printing what it measured.
bench: export ECOAGENT_MODE = test
bench: export LOG_LEVEL = ERROR
bench: .venv/development
	for file in benchmarks/[!_]*.py; do \
	    $(PYTHON) -m benchmarks.$$(basename $$file .py) || exit 1; \
	done

# The environments are files, so that a second make is immediate and changed pins install anew.
.venv/runtime: requirements.txt
	@$(SYSTEM_PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
	    || { echo "Python 3.11 is needed, as python3.11 or python3 on the PATH."; exit 1; }
	$(call make_environment)
	$(call install,requirements.txt)
	@touch $@

.venv/development: .venv/runtime requirements-dev.txt
	$(call install,requirements-dev.txt)
	@touch $@

ifdef UV
make_environment = uv venv --quiet --allow-existing --python $(SYSTEM_PYTHON) .venv
install = uv pip install --quiet --python $(PYTHON) --require-hashes --requirement $(1)
else
make_environment = $(SYSTEM_PYTHON) -m venv .venv
install = $(PYTHON) -m pip install --quiet --quiet --disable-pip-version-check --no-compile \
    --require-hashes --requirement $(1)
endif
