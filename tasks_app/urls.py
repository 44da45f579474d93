"""Pages of tasks_app."""

from django.urls import path

from tasks_app import views

urlpatterns = [
    path("bundles/", views.bundle_list, name="bundle-list"),
    path("bundles/<str:ref>/", views.bundle_detail, name="bundle-detail"),
    path("bundles/<str:ref>/tasks/<str:task_id>/", views.task_detail, name="task-detail"),
    path("bundles/<str:ref>/tasks/<str:task_id>/oracle/", views.task_oracle, name="task-oracle"),
]
