"""Lesson 1, a bag of words: its exercises in order."""

from posenc.exercises.bag_of_words import attend, order_gap, same_answer

EXERCISES = tuple(module.EXERCISE for module in (attend, order_gap, same_answer))
