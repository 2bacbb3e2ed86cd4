"""Grading a class with nbgrader."""
