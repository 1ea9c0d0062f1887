"""Strategies to remember: lists of rules of thumb in a vocabulary applied at a glance."""

from game421.strategies.reading import load_strategy, read_strategy
from game421.strategies.vocabulary import Condition, Line, Strategy

__all__ = ["Condition", "Line", "Strategy", "load_strategy", "read_strategy"]
