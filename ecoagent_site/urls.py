"""Every route of the site on one screen."""

from django.contrib import admin
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from tasks_app.web.api_views import NoSuchRoute

urlpatterns = [
    path("", include("ecoagent_site.page_urls")),
    path("", include("tasks_app.urls")),
    path("", include("runs_app.urls")),
    path("", include("audit_app.urls")),
    path("", include("leaderboard_app.urls")),
    path("api/v1/", include("ecoagent_site.api_urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    # The two pages above without their slash are left to be redirected.
    re_path(r"^api/(?!docs$|schema$)", NoSuchRoute.as_view()),
    path("admin/", admin.site.urls),
]
