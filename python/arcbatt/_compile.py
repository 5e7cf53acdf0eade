"""Python functions as programs: read from their source, run whole in the engine."""

from __future__ import annotations

import __future__
import ast
import builtins
import dis
import functools
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from . import _arcbatt
from ._grid import unpack
from ._program import Program, _is_task
from ._results import Outcome
from ._values import value
from .errors import DataError, Fault, ParseError

#: What a program cannot hold, in words.
_WORDS = {
    ast.For: "a `for` loop",
    ast.While: "a `while` loop",
    ast.If: "an `if`",
    ast.IfExp: "an `if`",
    ast.Lambda: "a `lambda`",
    ast.FunctionDef: "a function of its own",
    ast.BinOp: "an operator",
    ast.BoolOp: "an operator",
    ast.UnaryOp: "an operator",
    ast.Compare: "a comparison",
    ast.Subscript: "a subscript",
    ast.Starred: "a `*`",
    ast.List: "a list",
    ast.Set: "a set",
    ast.Dict: "a dict",
    ast.JoinedStr: "a string",
    ast.Constant: "a string, a float or None",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.AugAssign: "an operator",
    ast.Try: "a `try`",
    ast.With: "a `with`",
    ast.Raise: "a `raise`",
    ast.Assert: "an `assert`",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.NamedExpr: "an assignment inside an expression",
}

#: Levels of tuples and functions in a value that a program takes over.
_DEEPEST = 100


class Compiled:
    """A Python function, and the program that does the same.

    `compiled` says whether there is one, `why` why not (else None). Calls run the `program` whole in the
    engine; where there is none, where the argument is no grid, and where the program fails, `function` itself
    is called, so what comes out or is raised is always what the function gives.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.program: Program | None = None
        self.why: str | None = None
        try:
            self.program = _program_of(function)
        except _No as no:
            self.why = str(no)
        except RecursionError:
            self.why = "it nests too deep"

    @property
    def compiled(self) -> bool:
        """Whether calls run in the engine."""
        return self.program is not None

    def __call__(self, *args: Any, **names: Any) -> Any:
        if self.program is not None and len(args) == 1 and not names:
            raw = _arcbatt.run_grids(self.program._native, _engine(None), [args[0]])[0]
            if raw is not None:
                return value(raw, self.program.dialect, "tuple")
        return self.function(*args, **names)

    def map(self, grids: Iterable[Any], *, engine=None) -> list[Any]:
        """What the function gives for each of many grids, in one batch on all cores without Python's lock."""
        grids = list(grids)
        if self.program is None:
            return [self.function(grid) for grid in grids]
        raws = _arcbatt.run_grids(self.program._native, _engine(engine), grids)
        dialect = self.program.dialect
        return [
            self.function(grid) if raw is None else value(raw, dialect, "tuple") for grid, raw in zip(grids, raws)
        ]

    def run(self, x: Any, *, engine=None, out: str | None = None) -> Any:
        """As `Program.run`: on a grid, or on all samples of a task."""
        if self.program is not None:
            return self.program.run(x, engine=engine, out=out)
        if not _is_task(x):
            given = self.function(x)
            packed = _packed(given)
            return given if packed is None else value(packed, "arc", out)
        from ._data import Task

        task = Task.of(x)
        demo, test = task._native.demo_count, task._native.test_count
        places = [("demo", at) for at in range(demo)] + [("test", at) for at in range(test)]
        return [
            Outcome(kind, at, *_outcome(self.function, *task._native.sample(place)), "arc", out)
            for place, (kind, at) in enumerate(places)
        ]

    def __get__(self, instance: object, _class: type | None = None) -> Any:
        # In a class it is a method, as the function would be.
        from types import MethodType

        return self if instance is None else MethodType(self, instance)

    def __reduce__(self) -> Any:
        found: Any = sys.modules.get(getattr(self, "__module__", None) or "")
        for part in getattr(self, "__qualname__", "").split("."):
            found = getattr(found, part, None)
        # A decorated function is found under its name; any other is compiled again.
        return self.__qualname__ if found is self else (compile, (self.function,))

    def __repr__(self) -> str:
        name = getattr(self.function, "__qualname__", None) or repr(self.function)
        state = repr(self.program) if self.program is not None else f"not compiled: {self.why}"
        return f"Compiled({name}, {state})"


def compile(function: Callable[..., Any]) -> Compiled:
    """A function written with the names of `arcbatt.dsl` (or `arcbatt.dsl_batt`) as a program of the engine.

    Reads the function's source; also as a decorator. It may assign names, call the ops and functions made by
    them, and use integers, truth values and tuples, its own or those of names outside; these are looked up once,
    now. What is no program of the language stays a Python function: see `Compiled`.
    """
    if isinstance(function, Compiled):
        return function
    if not callable(function):
        raise DataError(f"compile: expected a function, found {type(function).__name__}")
    return Compiled(function)


class _No(Exception):
    """Why a function is no program."""


def _no(what: str, node: ast.AST | None = None) -> _No:
    line = getattr(node, "lineno", None)
    return _No(what if line is None else f"line {line}: {what}")


def _engine(engine) -> Any:
    from ._engine import _engine as chosen

    return chosen(engine)._native


def _program_of(function: Callable[..., Any]) -> Program:
    writer = _Writer()
    if isinstance(function, (_arcbatt.Op, _arcbatt.Function)):
        lines = [f"return {writer.literal(function, 'it', None)}(I)"]
    elif isinstance(function, FunctionType):
        node = _node_of(function)
        lines = writer.function(function, node)
        if not _is_code_of(node, function.__code__):
            raise _No("the source that Python finds is not what runs: it has changed since")
    else:
        raise _No(f"it is of type {type(function).__name__}, not a Python function")
    name = getattr(function, "__name__", "function")
    name = name if name.isidentifier() and name.isascii() else "function"
    name = name if name.startswith(("solve_", "verify_")) else f"solve_{name}"
    body = "".join(f"    {line}\n" for line in lines)
    try:
        return Program(f"def {name}(I):\n{body}", dialect=writer.dialect or "arc")
    except ParseError as error:
        raise _No(str(error).splitlines()[0].removeprefix("error: ")) from None


# ---- the source


def _node_of(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """The function in its source: of several that could be it, the one with the same code."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError):
        raise _No("its source is not to be found: write it in a file or a notebook") from None
    except (SyntaxError, ValueError):
        raise _No("its source cannot be read by itself: give the function lines of its own") from None
    ast.increment_lineno(tree, max(first, 1) - 1)
    code = function.__code__
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.Lambda))]
    found = [node for node in found if getattr(node, "name", "<lambda>") == code.co_name]
    if not found:
        raise _No("its source is not to be found: write it in a file or a notebook")
    return next((node for node in found if _is_code_of(node, code)), found[0])


def _is_code_of(node: ast.FunctionDef | ast.Lambda, code: CodeType) -> bool:
    """Whether a piece of source compiles to the code that runs. A file may have changed since it was read."""
    # Names of an enclosing function are such only inside of one that has them.
    outer = ast.parse("def outer():\n" + "".join(f" {name} = 0\n" for name in code.co_freevars) + " pass").body[0]
    bare: ast.stmt
    if isinstance(node, ast.Lambda):
        bare = ast.Expr(ast.Lambda(node.args, node.body))
    else:
        bare = ast.FunctionDef(**{**dict(ast.iter_fields(node)), "decorator_list": []})
    outer.body.append(bare)  # type: ignore[attr-defined]
    module = ast.fix_missing_locations(ast.Module([outer], []))
    futures = (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
    flags = sum({flag & code.co_flags for flag in futures})
    try:
        made = builtins.compile(module, "", "exec", flags=flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    inner = (c for o in made.co_consts if isinstance(o, CodeType) for c in o.co_consts if isinstance(c, CodeType))
    return any(_same_code(own, code) for own in inner)


def _same_code(a: CodeType, b: CodeType) -> bool:
    parts = ("co_varnames", "co_freevars", "co_argcount", "co_kwonlyargcount")
    return all(getattr(a, part) == getattr(b, part) for part in parts) and _steps(a) == _steps(b)


def _steps(code: CodeType) -> list[tuple[str, type, Any]]:
    """What code does with names, constants and calls. Which instruction calls a module's function depends on
    whether the name was imported, so they are told by their kinds."""
    known = ("LOAD", "STORE", "CALL", "BUILD", "KW", "RETURN", "JUMP", "POP_JUMP", "FOR", "BINARY", "COMPARE")
    kinds = ((kind, i.argval) for i in dis.get_instructions(code) for kind in known if i.opname.startswith(kind))
    return [(kind, type(value), value) for kind, value in kinds]


# ---- from Python's tree to the text of a program


class _Writer:
    """Writes a function as a program: every assignment is a line with a name of its own."""

    def __init__(self) -> None:
        self.dialect: str | None = None
        self.lines: list[str] = []
        #: What names hold: text of the program, or a value in a list of one.
        self.local: dict[str, str | list[Any]] = {}
        self.outside: Callable[[str], Any] = lambda name: None

    def function(self, function: FunctionType, node: ast.FunctionDef | ast.Lambda) -> list[str]:
        """The lines of the program."""
        self.outside = functools.partial(_looked_up, function)
        self.own = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
        self.parameters(function, node.args)
        if isinstance(node, ast.Lambda):
            return [f"return {self.expression(node.body)}"]
        for statement in _without_text(node.body):
            if isinstance(statement, ast.Return):
                if statement.value is None:
                    raise _no("it returns nothing", statement)
                return [*self.lines, f"return {self.expression(statement.value)}"]
            self.statement(statement)
        raise _no("it returns nothing", node)

    def parameters(self, function: FunctionType, given: ast.arguments) -> None:
        if given.vararg or given.kwarg:
            raise _No("it takes any number of arguments; a program takes one grid")
        names = [arg.arg for arg in (*given.posonlyargs, *given.args)]
        defaults = function.__defaults__ or ()
        needed = len(names) - len(defaults)
        by_name = function.__kwdefaults__ or {}
        if not names or needed > 1 or len(by_name) < len(given.kwonlyargs):
            raise _No(f"it needs {max(needed, 0)} arguments; a program takes one grid")
        self.local = {name: [default] for name, default in zip(names[needed:], defaults)}
        self.local.update((name, [default]) for name, default in by_name.items())
        self.local[names[0]] = "I"

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Pass):
            return
        if isinstance(node, ast.Expr):
            self.expression(node.value)  # its value is not used
            return
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets, assigned = node.targets, node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            targets, assigned = [node.target], node.value
        else:
            raise _no(f"{_WORDS.get(type(node), 'this statement')} is not part of the language", node)
        text = self.expression(assigned)
        name = f"x{len(self.lines) + 1}"
        for target in targets:
            if not isinstance(target, ast.Name):
                raise _no("only names can be assigned to", target)
            self.local[target.id] = name
        self.lines.append(f"{name} = {text}")

    def expression(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Attribute):
            return self.literal(self.member(node), ast.unparse(node), node)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Tuple):
            return "(" + "".join(f"{self.expression(part)}, " for part in node.elts) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            if type(node.operand.value) is int:
                return self.literal(-node.operand.value, "this", node)
        if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            return self.literal(node.value, "this", node)
        raise _no(f"{_WORDS.get(type(node), 'this expression')} is not part of the language", node)

    def name(self, node: ast.Name) -> str:
        held = self.local.get(node.id)
        if isinstance(held, str):
            return held
        if held is not None:
            return self.literal(held[0], node.id, node)
        if node.id in self.own:
            raise _no(f"`{node.id}` has no value here", node)
        return self.literal(self.found(node), node.id, node)

    def found(self, node: ast.Name) -> Any:
        try:
            return self.outside(node.id)
        except LookupError:
            raise _no(f"`{node.id}` is not defined", node) from None

    def member(self, node: ast.Attribute) -> Any:
        """What a name in a module holds: `dsl.objects`, `arcbatt.dsl.ZERO`."""
        base: Any = None
        if isinstance(node.value, ast.Attribute):
            base = self.member(node.value)
        elif isinstance(node.value, ast.Name) and node.value.id not in self.own:
            base = self.found(node.value)
        if type(base) is not ModuleType or node.attr not in vars(base):
            raise _no(f"`{ast.unparse(node)}` is no name of a module", node)
        return vars(base)[node.attr]

    def call(self, node: ast.Call) -> str:
        called = self.expression(node.func)
        parts = [self.expression(arg) for arg in node.args]
        for keyword in node.keywords:
            if keyword.arg is None:
                raise _no("a `**` is not part of the language", node)
            parts.append(f"{keyword.arg}={self.expression(keyword.value)}")
        return f"{called}({', '.join(parts)})"

    def literal(self, x: Any, name: str, node: ast.AST | None, levels: int = 0) -> str:
        """A value of Python as the text of a program."""
        if levels > _DEEPEST:
            raise _no(f"`{name}` nests too deep", node)
        if type(x) in (int, bool):
            return repr(x) if x >= 0 else f"({x})"
        if type(x) is tuple:
            return "(" + "".join(f"{self.literal(part, name, node, levels + 1)}, " for part in x) + ")"
        if isinstance(x, _arcbatt.Op):
            dialect = "arc" if x.__module__ == "arcbatt.dsl" else "batt"
            if self.dialect not in (None, dialect):
                raise _no(f"`{name}` belongs to another dialect than the functions before", node)
            self.dialect = dialect
            return x.__name__
        if isinstance(x, _arcbatt.Function):
            parts = (self.literal(part, name, node, levels + 1) for part in x.args)
            made = _made_by(x)
            return f"{self.literal(made, name, node, levels + 1)}({', '.join(parts)})"
        what = "is no function of arcbatt.dsl" if callable(x) else f"is of type {type(x).__name__}"
        raise _no(f"`{name}` {what}", node)


def _made_by(function: Any) -> Any:
    return function.__reduce__()[0]


def _without_text(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements but for documentation."""
    for node in body:
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        if not text:
            yield node


def _looked_up(function: FunctionType, name: str) -> Any:
    """What a name outside of the function holds."""
    code = function.__code__
    if name in code.co_freevars:
        try:
            return (function.__closure__ or ())[code.co_freevars.index(name)].cell_contents
        except ValueError:
            raise LookupError(name) from None
    if name in function.__globals__:
        return function.__globals__[name]
    return vars(builtins)[name]


# ---- the function in the place of a program


def _packed(given: Any) -> Any:
    try:
        return _arcbatt.pack(given)
    except DataError:
        return None


def _outcome(function: Callable[..., Any], given: Any, wanted: Any) -> tuple[bool | None, str | None, int, Any]:
    """What a function gives on a sample: whether it is right, the kind of failure, no cost, and the grid."""
    packed, error = None, None
    try:
        packed = _packed(function(unpack(given, "tuple")))
    except Fault as fault:
        error = fault.kind
    return (None if wanted is None else packed == wanted), error, 0, packed
