# One image for the web server, the workers, the beat and the migrations: see docker-compose.yml.
FROM python:3.11-slim-bookworm

ENV ECOAGENT_MODE=production \
    MEDIA_ROOT=/srv/media \
    PYTHONUNBUFFERED=1

# The media folder's owner carries over to a volume that is first mounted there.
RUN useradd --system --uid 10001 --create-home ecoagent \
    && install --directory --owner=ecoagent /srv/media
WORKDIR /srv/ecoagent

COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes --requirement requirements.txt

# The code stays root's: the site cannot change itself.
COPY . .
# Settings want values, but collecting files connects to nothing.
RUN SECRET_KEY=unused DATABASE_URL=postgresql://unused/unused REDIS_URL=redis://unused \
    python manage.py collectstatic --no-input

USER 10001
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--http", "1", "--no-ws", \
     "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--blocking-threads", "4", \
     "--respawn-failed-workers", "ecoagent_site.wsgi:application"]
