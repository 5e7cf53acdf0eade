"""Runs a reference `dsl.py` on behalf of `batt verify --reference`.

Requests come on standard input, replies go to standard output, one JSON object per line. Values are
written as in the golden vectors: integers, arrays for tuples, {"set": [...]}, {"fn": ..., "args": [...]}.

The first line says what to load: {"dsl": path, "programs": path or null, "timeout": seconds}. Then
  {"id", "program", "input", "canonical"}   one program on one grid
  {"id", "call", "args", "canonical"}       one op on arguments; "call" applies the first to the others
  {"id", "why", "input"}                    the first step of a program that depends on set order

In canonical mode the reference runs with sets that iterate in ascending order: integers by value, tuples
lexicographically, integers before tuples before sets before functions.
"""

import __future__
import ast
import json
import os
import signal
import sys
import time


class Late(BaseException):
    """A request took too long. No reference catches this by accident."""


class Nothing(Exception):
    """There is a None in the result."""


# ---- sets in canonical order


def key(value):
    """A key that sorts values canonically."""
    if isinstance(value, int):
        return (0, int(value))
    if isinstance(value, tuple):
        return (1, tuple(map(key, value)))
    if isinstance(value, Frozen):
        return value.key()
    if isinstance(value, (frozenset, set)):
        return (2, tuple(sorted(map(key, value))))
    if callable(value):
        name, args = parts(value)
        return (3, name, tuple(map(key, args)))
    return (4, repr(value))


def ascending(values):
    """Values in canonical order. Plain integers and tuples of them compare as they are."""
    values = list(values)
    if all(map(is_flat, values)) and len(set(map(type, values))) < 2:
        return sorted(values)
    return sorted(values, key=key)


def is_flat(value):
    return type(value) is int or type(value) is tuple and all(type(part) is int for part in value)


def ordered(base):
    """A kind of set whose operators give such sets again and that iterates in canonical order."""

    class Ordered(base):
        def __iter__(self):
            return iter(ascending(base.__iter__(self)))

    def again(name):
        plain = getattr(base, name)

        def method(self, *others):
            out = plain(self, *others)
            return out if out is NotImplemented else type(self)(out)

        setattr(Ordered, name, method)

    for operator in ("and", "or", "sub", "xor"):
        again(f"__{operator}__")
        again(f"__r{operator}__")
    for name in ("copy", "difference", "intersection", "symmetric_difference", "union"):
        again(name)
    return Ordered


class Frozen(ordered(frozenset)):
    """An immutable set: it is sorted once."""

    def __iter__(self):
        if "sorted" not in self.__dict__:
            self.sorted = ascending(frozenset.__iter__(self))
        return iter(self.sorted)

    def key(self):
        if "sort_key" not in self.__dict__:
            self.sort_key = (2, tuple(map(key, self)))
        return self.sort_key


Mutable = ordered(set)


class Displays(ast.NodeTransformer):
    """Turns {a, b} and {x for ...} into calls of the `set` in the namespace."""

    def visit_Set(self, node):
        self.generic_visit(node)
        return called("set", ast.List(elts=node.elts, ctx=ast.Load()))

    def visit_SetComp(self, node):
        self.generic_visit(node)
        return called("set", ast.ListComp(elt=node.elt, generators=node.generators))


def called(name, argument):
    return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[argument], keywords=[])


# ---- loading


def parse(path):
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read(), path)


def is_import(node):
    return isinstance(node, (ast.Import, ast.ImportFrom))


def execute(tree, path, space, canonical):
    if canonical:
        tree = ast.fix_missing_locations(Displays().visit(tree))
        space.update(frozenset=Frozen, set=Mutable)
    # Annotations stay text: they may name what is not there.
    flags = __future__.annotations.compiler_flag
    exec(compile(tree, path, "exec", flags=flags, dont_inherit=True), space)
    return space


class Reference:
    """The reference in one of the two modes."""

    def __init__(self, setup, canonical):
        self.frozenset = Frozen if canonical else frozenset
        self.dsl = execute(parse(setup["dsl"]), setup["dsl"], {"__name__": "dsl"}, canonical)
        self.programs, self.steps = {}, {}
        if setup.get("programs"):
            self.load_programs(setup["programs"], canonical)

    def load_programs(self, path, canonical):
        """Programs see the names of dsl.py; what they import themselves is left out."""
        tree = parse(path)
        tree.body = [node for node in tree.body if not is_import(node)]
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        self.steps = {node.name: node for node in functions}
        space = dict(self.dsl, __name__="programs")
        self.programs = execute(tree, path, space, canonical)

    def ops(self):
        return sorted(name for name, value in self.dsl.items() if callable(value))


# ---- values


def parts(function):
    """The name of a function, and the arguments it was built with, found in its closure."""
    name = getattr(function, "__qualname__", "?").split(".")[0]
    if not getattr(function, "__closure__", None):
        return name, ()
    cells = [cell.cell_contents for cell in function.__closure__]
    bound = dict(zip(function.__code__.co_freevars, cells))
    builder = function.__globals__.get(name)
    params = builder.__code__.co_varnames[: builder.__code__.co_argcount] if builder else ()
    if not all(param in bound for param in params):
        return name, ()
    return name, tuple(bound[param] for param in params)


def decode(value, reference, made):
    """A value as the reference holds it; `made` keeps equal functions one object."""
    if isinstance(value, list):
        return tuple(decode(part, reference, made) for part in value)
    if not isinstance(value, dict):
        return value
    if "set" in value:
        return reference.frozenset(decode(part, reference, made) for part in value["set"])
    text = json.dumps(value)
    if text not in made:
        function = reference.dsl[value["fn"]]
        if "args" in value:
            function = function(*decode(value["args"], reference, made))
        made[text] = function
    return made[text]


def encode(value, made):
    if isinstance(value, int):
        return int(value)
    if isinstance(value, tuple):
        return [encode(part, made) for part in value]
    if isinstance(value, (frozenset, set)):
        return {"set": [encode(part, made) for part in ascending(value)]}
    if value is None:
        raise Nothing()
    if not callable(value):
        raise TypeError(f"the result is a {type(value).__name__}")
    for text, function in made.items():
        if function is value:
            return json.loads(text)
    name, args = parts(value)
    return {"fn": name, "args": encode(args, made)} if args else {"fn": name}


# ---- requests


def run_program(reference, name, grid):
    return reference.programs[name](decode(grid, reference, {}))


def outcome(compute, made):
    """What a computation gives, as a reply."""
    started = time.perf_counter()
    try:
        value = compute()
        seconds = time.perf_counter() - started
        return {"out": encode(value, made), "seconds": seconds}
    except Nothing:
        return {"none": True}
    except Exception as error:
        return {"err": f"{type(error).__name__}: {error}"[:300]}


def answer_call(reference, request):
    made = {}
    try:
        args = decode(request["args"], reference, made)
    except Exception as error:
        return {"err": f"an argument cannot be built: {type(error).__name__}: {error}"[:300]}
    if request["call"] == "call":
        return outcome(lambda: args[0](*args[1:]), made)
    return outcome(lambda: reference.dsl[request["call"]](*args), made)


def locals_of(reference, name, grid):
    """Every variable of a program after it ran, in the order of assignment."""
    function, seen = reference.programs[name], {}

    def follow(frame, event, _):
        if event == "return":
            seen.update(frame.f_locals)
        return follow

    sys.settrace(lambda frame, *_: follow if frame.f_code is function.__code__ else None)
    try:
        run_program(reference, name, grid)
    except Exception:
        pass
    finally:
        sys.settrace(None)
    return {name: seen[name] for name in function.__code__.co_varnames if name in seen}


def shown(value):
    try:
        return json.dumps(encode(value, {}), separators=(",", ":"))
    except Nothing:
        return "None"
    except Exception as error:
        return type(error).__name__


def answer_why(plain, canonical, request):
    """The first variable that the two modes disagree about."""
    name = request["why"]
    ours, theirs = (locals_of(mode, name, request["input"]) for mode in (canonical, plain))
    for variable in theirs:
        if variable not in ours or shown(theirs[variable]) != shown(ours[variable]):
            expected = shown(ours[variable]) if variable in ours else ""
            step = source_of(plain.steps.get(name), variable)
            return {"step": step, "plain": shown(theirs[variable])[:200], "canonical": expected[:200]}
    return {"step": None}


def source_of(function, variable):
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == variable:
            return ast.unparse(node)
    return variable


class Session:
    """Answers requests; loads the canonical mode when it is first asked for."""

    def __init__(self, setup):
        self.setup = setup
        self.timeout = setup["timeout"]
        self.modes = {False: Reference(setup, False)}

    def mode(self, canonical):
        if canonical not in self.modes:
            self.modes[canonical] = Reference(self.setup, canonical)
        return self.modes[canonical]

    def answer(self, request):
        if "why" in request:
            return answer_why(self.mode(False), self.mode(True), request)
        reference = self.mode(bool(request.get("canonical")))
        if "program" in request:
            return outcome(lambda: run_program(reference, request["program"], request["input"]), {})
        return answer_call(reference, request)

    def answer_in_time(self, request):
        try:
            alarm(self.timeout)
            try:
                return self.answer(request)
            finally:
                alarm(0)
        except Late:
            return {"late": True}


def alarm(seconds):
    # Systems without timers rely on the patience of the other side.
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def too_late(*_):
    raise Late()


def main():
    requests = sys.stdin
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Whatever the reference prints or reads must not get between requests and replies.
    os.dup2(2, 1)
    sys.stdin = open(os.devnull)

    def reply(value):
        replies.write(json.dumps(value, separators=(",", ":")) + "\n")
        replies.flush()

    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, too_late)
    try:
        session = Session(json.loads(requests.readline()))
    except Exception as error:
        return reply({"fatal": f"{type(error).__name__}: {error}"[:500]})
    version = ".".join(map(str, sys.version_info[:3]))
    reply({"python": version, "ops": session.mode(False).ops()})
    for line in requests:
        request = json.loads(line)
        reply(dict(session.answer_in_time(request), id=request["id"]))


main()
