"""Every setting of the site; what a deployment may change is read from the environment here."""

from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from ecoagent_site.env import (
    database_settings,
    env_bool,
    env_choice,
    env_int,
    env_list,
    env_secret,
    env_str,
)

BASE_DIR = Path(__file__).resolve().parent.parent
LOCAL_DIR = BASE_DIR / ".local"

# --- Mode -----------------------------------------------------------------------------------
# `production` is the default, so that a forgotten variable errs on the safe side.
MODE = env_choice("ECOAGENT_MODE", ("production", "development", "demo", "test"), "production")
LOCAL_MODE = MODE != "production"
DEBUG = env_bool("DEBUG", default=MODE == "development")
SECRET_KEY = env_secret("SECRET_KEY", default="local-only-not-secret" if LOCAL_MODE else None)
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is empty.")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ("127.0.0.1", "localhost") if LOCAL_MODE else ())
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

# --- Applications ---------------------------------------------------------------------------
INSTALLED_APPS = [
    "ecoagent_site",
    "tasks_app",
    "runs_app",
    "audit_app",
    "leaderboard_app",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "csp",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "ecoagent_site.method_pages.explain_method",
    "ecoagent_site.expired_logins.tell_of_unsent_forms",
]
ROOT_URLCONF = "ecoagent_site.urls"
WSGI_APPLICATION = "ecoagent_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- Data -----------------------------------------------------------------------------------
# manage.py sets both URLs where nobody else did: see local_services/
DATABASES = {"default": database_settings(env_secret("DATABASE_URL"))}
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Named by the environment so that two test sessions on one machine can keep apart.
DATABASES["default"]["TEST"] = {"NAME": env_str("TEST_DATABASE_NAME", "test_ecoagent")}
REDIS_URL = env_secret("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "ecoagent_site.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "ecoagent",
    }
}
MEDIA_ROOT = Path(env_str("MEDIA_ROOT", str(LOCAL_DIR / "media")))

# --- People ---------------------------------------------------------------------------------
AUTH_USER_MODEL = "ecoagent_site.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "ecoagent_site.maintainers.MaintainerBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "account"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = env_int("LOGIN_FAILURE_LIMIT", default=10, minimum=1)
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "ecoagent_site.views.locked_out"

# --- Security -------------------------------------------------------------------------------
# TLS_PROXY: the site stands behind a proxy that terminates TLS (the default in production).
TLS_PROXY = env_bool("TLS_PROXY", default=not LOCAL_MODE)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TLS_PROXY else None
SECURE_SSL_REDIRECT = TLS_PROXY
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", default=31_536_000) if TLS_PROXY else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = TLS_PROXY
SECURE_HSTS_PRELOAD = False
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = TLS_PROXY
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        # Plotly sets style attributes; nothing else inline is used.
        "style-src": [SELF, "'unsafe-inline'"],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# --- Uploads --------------------------------------------------------------------------------
ARCHIVE_MAX_BYTES = env_int("ARCHIVE_MAX_BYTES", default=1024**3, minimum=1)
FILE_UPLOAD_PERMISSIONS = 0o640
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024**2

# --- Jobs -----------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
RUN_CHUNK_TASKS = env_int("RUN_CHUNK_TASKS", default=76, minimum=1)

# --- API ------------------------------------------------------------------------------------
# Requests per address and per person; tests send all of theirs from one.
API_ANONYMOUS_PER_MINUTE, API_USER_PER_MINUTE = (
    env_int(name, default=1_000_000 if MODE == "test" else rate, minimum=1)
    for name, rate in (("API_ANONYMOUS_PER_MINUTE", 300), ("API_USER_PER_MINUTE", 1200))
)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["tasks_app.web.api_renderers.FastJSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tasks_app.web.api_parsers.BoundedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "tasks_app.web.api_schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": f"{API_ANONYMOUS_PER_MINUTE}/minute",
        "user": f"{API_USER_PER_MINUTE}/minute",
    },
    # Addresses that a client could make up do not count; behind a proxy its last one does.
    "NUM_PROXIES": 1 if TLS_PROXY else 0,
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "ecoagent_site.errors.problem_json",
}
REST_KNOX = {"TOKEN_TTL": None, "AUTO_REFRESH": False}
SPECTACULAR_SETTINGS = {
    "TITLE": "EcoAgent API",
    "DESCRIPTION": "Bundles, runs, episodes and boards. Reading public data needs no account; "
    "errors are `application/problem+json`; see docs/api.md for examples.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # Enumerations stay where they are used: as components they would need made-up names.
    "POSTPROCESSING_HOOKS": [],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "TAGS": [
        {"name": "boards", "description": "What the public sees of a bundle, from one snapshot."},
        {"name": "snapshots", "description": "Immutable publications of all boards."},
        {"name": "bundles", "description": "Tasks with their prices and budgets."},
        {"name": "runs", "description": "Agents over bundles, down to every step."},
        {"name": "archives", "description": "Uploads of episodes."},
        {"name": "audits", "description": "Blinded relabelling by people, and its reports."},
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Its deep links are links inside of buttons, which screen readers cannot make sense of.
    "SWAGGER_UI_SETTINGS": {"deepLinking": False, "defaultModelsExpandDepth": 0},
    "REDOC_DIST": "SIDECAR",
}

# --- Language, time, static files, logs -----------------------------------------------------
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
# Outside production files are served from where they lie, so no collectstatic is needed.
STATIC_ROOT = None if LOCAL_MODE else BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = LOCAL_MODE
if not LOCAL_MODE:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "ecoagent_site.static_files.HashedStaticFiles"},
    }
LOG_LEVEL = env_str("LOG_LEVEL", "WARNING" if LOCAL_MODE else "INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Django gives its own loggers a level and handlers, which would stand beside ours.
    "loggers": {"django": {"handlers": [], "level": LOG_LEVEL, "propagate": True}},
}
