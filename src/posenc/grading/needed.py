"""Which cells must run for a mark: the course's own experiments, if nothing reads what they set."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Sequence

# Through these a cell can read what does not stand in it as a name.
ANY_NAME = {
    *("globals", "locals", "vars", "dir", "eval", "exec", "compile", "open", "get_ipython"),
    *("In", "Out", "_ih", "_oh", "__builtins__", "__import__", "sys", "inspect", "gc", "importlib"),
}
NAMES_OF_THEIR_OWN = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Longer ones are not read here: a reader must not be kept busy by what was handed in.
LARGEST = 100_000


def needed(sources: Sequence[str], own: Iterable[int]) -> set[int]:
    """The numbers of the cells whose work a graded cell or the learner's own code may notice.

    Parameters
    ----------
    sources : sequence of str
        The code cells of a submission, in order.
    own : iterable of int
        Those among them that stand there as the course wrote them, and are not graded.
    """
    everything = set(range(len(sources)))
    own = set(own)
    if any(len(source) > LARGEST for source in sources):
        return everything
    cells: dict[int, Names] = {}
    for number, source in enumerate(sources):
        try:
            cells[number] = names_of(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            # A magic of IPython's, perhaps: who knows what it reads.
            return everything
        if number not in own and (cells[number].now | cells[number].later) & ANY_NAME:
            return everything
    kept = everything - own
    while True:
        later = set().union(*(cells[number].later for number in kept))
        more = {
            number
            for number in own - kept
            if cells[number].sets & later
            or any(cells[number].sets & cells[other].now for other in kept if other > number)
        }
        if not more:
            return kept
        kept |= more


@functools.lru_cache(maxsize=512)
def names_of(source: str) -> Names:
    """Of the same cell in the next submission they are the same."""
    return Names(ast.parse(source))


class Names(ast.NodeVisitor):
    """What a cell does with the notebook's names; in doubt, a name counts as read.

    Attributes
    ----------
    now : set of str
        Read while the cell runs, and perhaps set by an earlier cell.
    later : set of str
        Read in functions that the cell defines, whenever they are called.
    sets : set of str
        Set by the cell.
    """

    def __init__(self, tree: ast.AST, own: Iterable[str] = ()) -> None:
        self.now: set[str] = set()
        self.later: set[str] = set()
        self.sets: set[str] = set()
        # Set by now, whichever way the cell went.
        self._surely = set(own)
        self.generic_visit(tree)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self._set(node.id)
        elif node.id not in self._surely:
            self.now.add(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._visit(node.value, *node.targets)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name) and node.target.id not in self._surely:
            self.now.add(node.target.id)
        self._visit(node.value, node.target)

    def visit_stored_in(self, node: ast.Attribute | ast.Subscript) -> None:
        self.generic_visit(node)
        base: ast.AST = node
        while isinstance(base, (ast.Attribute, ast.Subscript)):
            base = base.value
        # What it holds is changed, which a reader of the name may notice.
        if isinstance(node.ctx, ast.Store) and isinstance(base, ast.Name):
            self.sets.add(base.id)

    visit_Attribute = visit_Subscript = visit_stored_in

    def visit_alias(self, node: ast.alias) -> None:
        self._set((node.asname or node.name).split(".")[0])

    def visit_For(self, node: ast.For) -> None:
        self._visit(node.iter)
        before = set(self._surely)
        self._visit(node.target, *node.body)
        self._surely = before
        self._visit(*node.orelse)

    def visit_branches(self, node: ast.AST) -> None:
        before = set(self._surely)
        for each in ast.iter_child_nodes(node):
            self.visit(each)
            self._surely = set(before)

    visit_If = visit_While = visit_Try = visit_TryStar = visit_Match = visit_branches

    def visit_comprehension_of(self, node: ast.AST) -> None:
        results = [each for each in ast.iter_child_nodes(node) if each not in node.generators]
        before = set(self._surely)
        for each in node.generators:
            self._visit(each.iter, each.target, *each.ifs)
        self._visit(*results)
        self._surely = before

    visit_ListComp = visit_SetComp = visit_DictComp = visit_comprehension_of
    visit_GeneratorExp = visit_comprehension_of

    def visit_function(self, node: ast.AST) -> None:
        given = node.args
        self._visit(*getattr(node, "decorator_list", []), *given.defaults)
        self._visit(*(each for each in given.kw_defaults if each))
        body = node.body if isinstance(node.body, list) else [node.body]
        outside = declared_global(body)
        # A name that a function sets anywhere is its own everywhere in it.
        bare = ast.Module(body, [])
        own = {each.arg for each in ast.walk(given) if isinstance(each, ast.arg)}
        own |= set_in(body) - outside
        inside = Names(bare, own)
        self.later |= inside.now | (inside.later - own)
        self.sets |= outside
        if hasattr(node, "name"):
            self._set(node.name)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_function

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._visit(*node.decorator_list, *node.bases, *node.keywords)
        # Its body runs at once; what it sets there its methods do not see.
        inside = Names(ast.Module(node.body, []))
        self.now |= inside.now - self._surely
        self.later |= inside.later
        self.sets |= declared_global(node.body)
        self._set(node.name)

    def _set(self, name: str) -> None:
        self.sets.add(name)
        self._surely.add(name)

    def _visit(self, *nodes: ast.AST) -> None:
        for node in nodes:
            self.visit(node)


def set_in(body: Iterable[ast.AST]) -> set[str]:
    """Names set in a function, not in the functions, classes and comprehensions inside of it."""
    found: set[str] = set()
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif not isinstance(node, NAMES_OF_THEIR_OWN):
            waiting += ast.iter_child_nodes(node)
    return found


def declared_global(body: Iterable[ast.AST]) -> set[str]:
    """Names that a ``global`` statement in `body` gives to the notebook."""
    found = (node for statement in body for node in ast.walk(statement))
    return {name for node in found if isinstance(node, ast.Global) for name in node.names}
