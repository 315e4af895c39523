"""Tests of the fact bank."""
