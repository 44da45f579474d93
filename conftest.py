"""Fixtures that every suite shares."""
