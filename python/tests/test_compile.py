"""Python functions as programs: what compiles, what does not and why, and that both give the same."""

from __future__ import annotations

import linecache
import pickle
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType

import arcbatt
import arcbatt.dsl
import arcbatt.dsl as d
import arcbatt.dsl_batt as batt
import pytest
from arcbatt.dsl import *  # noqa: F403
from arcbatt.dsl import compose, first, fork, objects, size
from arcbatt.dsl import hmirror as upside_down

GRID = ((0, 1, 1), (0, 0, 2), (3, 3, 0))
OTHER = ((5, 5), (0, 5))
HOW_OFTEN = 2
TURNED = compose(d.rot90, d.vmirror)


@arcbatt.compile
def decorated(I):
    """Its documentation."""
    x = upside_down(I)
    x = d.upscale(x, HOW_OFTEN)  # a name that is bound again, and one of the module
    return arcbatt.dsl.vmirror(x)


def by_hand(grid):
    return d.vmirror(d.upscale(d.hmirror(grid), 2))


def nested(I):
    return d.paint(I, d.recolor(d.NINE, d.argmax(objects(I, T, False, without_bg=True), size)))  # noqa: F405


def with_functions(I):
    f = d.rbind(d.shift, (1, 1))
    moved = f(d.ofcolor(I, 3))
    both = fork(d.combine, d.identity, f)(moved)
    return d.fill(I, 8, both)


def with_values_outside(I):
    return TURNED(I)


def with_defaults(I, times=2, *, turn=d.rot180):
    return turn(d.upscale(I, times))


def chained(I):
    a = b = d.rot90(I)
    c: tuple = d.hconcat(a, b)
    d.rot180(c)
    pass
    return c


def in_batt(I):
    return batt.vmirror_t(batt.hmirror_t(I))


def constant_of_tuples(I):
    return d.crop(I, (0, -0), (-1, 2)) if False else d.crop(I, (0, 0), (1, 2))


def cropped(I):
    return d.crop(I, d.ORIGIN, (1, 2))


def closing_over(times, op):
    def enlarged(I):
        return op(d.upscale(I, times))

    return enlarged


PROGRAMS = [
    nested,
    with_functions,
    with_values_outside,
    with_defaults,
    chained,
    in_batt,
    cropped,
    closing_over(3, d.rot270),
    lambda I: d.rot90(d.rot90(I)),
]


def name_of(function):
    return function.__name__


@pytest.mark.parametrize("function", PROGRAMS, ids=name_of)
@pytest.mark.parametrize("grid", [GRID, OTHER, ((7,),)], ids=len)
def test_a_compiled_function_gives_what_the_function_gives(function, grid):
    compiled = arcbatt.compile(function)
    assert compiled.compiled and compiled.why is None, compiled.why
    wanted = outcome(function, grid)
    assert outcome(compiled, grid) == wanted
    if not isinstance(wanted, tuple) or wanted[0] != "raised":
        assert compiled.run(grid, out="tuple") == wanted
    assert outcome(lambda grid: compiled.map([grid] * 3), grid) in ([wanted] * 3, wanted)


def outcome(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return "raised", type(error).__name__, str(error)


def test_a_decorator():
    assert decorated.compiled and decorated(GRID) == by_hand(GRID)
    assert decorated.__name__ == "decorated" and decorated.__doc__ == "Its documentation."
    assert decorated.program.name == "solve_decorated"
    assert decorated.program.to_python().splitlines()[1:] == [
        "    x1 = hmirror(I)",
        "    x2 = upscale(x1, TWO)",
        "    x3 = vmirror(x2)",
        "    return x3",
    ]
    assert decorated.map([GRID, OTHER]) == [by_hand(GRID), by_hand(OTHER)] and decorated.map([]) == []
    assert arcbatt.compile(decorated) is decorated
    assert pickle.loads(pickle.dumps(decorated)) is decorated
    again = pickle.loads(pickle.dumps(arcbatt.compile(nested)))
    assert again.program == arcbatt.compile(nested).program and again(GRID) == nested(GRID)


def test_names_are_looked_up_when_it_is_compiled():
    space = {"times": 2, "upscale": d.upscale}
    own = FunctionType(sized.__code__, space)
    compiled = arcbatt.compile(own)
    space["times"] = 3
    assert compiled(OTHER) == d.upscale(OTHER, 2) and own(OTHER) == d.upscale(OTHER, 3)


def sized(I):
    return upscale(I, times)  # noqa: F405, F821


def test_ops_and_functions_made_by_them():
    for function in (d.rot90, TURNED, compose(d.vmirror, d.rbind(d.upscale, 2)), batt.compose(batt.vmirror_t, batt.hmirror_t)):
        compiled = arcbatt.compile(function)
        assert compiled.compiled and compiled(GRID) == function(GRID)
    bound = d.rbind(d.fill, frozenset({(0, 0)}))
    assert arcbatt.compile(compose(bound, d.rot90)).why == "`it` is of type frozenset"


# ---- what is no program


def a_loop(I):
    for _ in range(2):
        I = d.rot90(I)
    return I


def an_if(I):
    if d.portrait(I):
        return d.rot90(I)
    return I


def an_operator(I):
    return d.upscale(I, 1 + 1)


def an_unknown_name(I):
    return nonsense(I)  # noqa: F821


def a_helper(I):
    return by_hand(I)


def a_lambda(I):
    return d.mapply(lambda o: o, d.objects(I, True, False, True))


def two_grids(I, J):
    return d.hconcat(I, J)


def any_number(*grids):
    return d.hconcat(*grids)


def no_parameter():
    return d.canvas(0, (1, 1))


def no_result(I):
    d.rot90(I)


def too_early(I):
    y = d.rot90(x)  # noqa: F821
    x = I
    return d.hconcat(x, y)


def two_dialects(I):
    return batt.vmirror_t(d.hmirror(I))


def a_star(I):
    return d.crop(*(I, (0, 0), (1, 1)))


def unpacked(I):
    a, b = d.astuple(1, 2)
    return d.crop(I, (0, 0), (a, b))


def wrong_number(I):
    return d.rot90(I, 2)


def a_string(I):
    return d.canvas("x", (1, 1))


def a_number_beyond(I):
    return d.canvas(99999999999999999999999, (1, 1))


NOT = {
    a_loop: "line {}: a `for` loop is not part of the language",
    an_if: "line {}: an `if` is not part of the language",
    an_operator: "line {}: an operator is not part of the language",
    an_unknown_name: "line {}: `nonsense` is not defined",
    a_helper: "line {}: `by_hand` is no function of arcbatt.dsl",
    a_lambda: "line {}: a `lambda` is not part of the language",
    two_grids: "it needs 2 arguments; a program takes one grid",
    any_number: "it takes any number of arguments; a program takes one grid",
    no_parameter: "it needs 0 arguments; a program takes one grid",
    no_result: "line {-1}: it returns nothing",
    too_early: "line {}: `x` has no value here",
    two_dialects: "line {}: `d.hmirror` belongs to another dialect than the functions before",
    a_star: "line {}: a `*` is not part of the language",
    unpacked: "line {}: only names can be assigned to",
    constant_of_tuples: "line {}: an `if` is not part of the language",
    a_string: "line {}: a string, a float or None is not part of the language",
}


@pytest.mark.parametrize("function", NOT, ids=name_of)
def test_what_is_no_program_stays_a_function(function):
    compiled = arcbatt.compile(function)
    first = function.__code__.co_firstlineno
    assert not compiled.compiled and compiled.program is None
    assert compiled.why == NOT[function].replace("{}", str(first + 1)).replace("{-1}", str(first))
    assert compiled.why in repr(compiled)
    for args in [(GRID,), (GRID, OTHER), ()]:
        assert outcome(compiled, *args) == outcome(function, *args)


@pytest.mark.parametrize("function", [wrong_number, a_number_beyond], ids=name_of)
def test_the_parser_says_why(function):
    compiled = arcbatt.compile(function)
    assert not compiled.compiled and len(compiled.why) > 10
    assert outcome(compiled, GRID) == outcome(function, GRID)


def test_functions_without_source():
    space: dict = {}
    exec("from arcbatt.dsl import rot90\ndef made(I):\n    return rot90(I)\nlam = lambda I: rot90(I)", space)
    for function in (space["made"], space["lam"]):
        compiled = arcbatt.compile(function)
        assert "source is not to be found" in compiled.why and compiled(GRID) == d.rot90(GRID)
    # As a console without a file has it.
    code = """
    import arcbatt
    from arcbatt.dsl import rot90
    f = arcbatt.compile(lambda I: rot90(I))
    print(f.compiled, f(((1, 2),)))
    """
    ran = subprocess.run([sys.executable, "-"], input=textwrap.dedent(code), capture_output=True, text=True, check=True)
    assert ran.stdout == "False ((1,), (2,))\n"


def test_source_that_has_changed_since(tmp_path):
    """What runs is what was read then, not what the file says now."""
    path = tmp_path / "changing.py"
    text = "from arcbatt.dsl import rot90, rot180\ndef f(I):\n    return rot90(I)\n"
    path.write_text(text)
    space = {"__name__": "changing"}
    exec(compile_text(text, path), space)
    assert arcbatt.compile(space["f"]).compiled
    path.write_text(text.replace("return rot90", "return rot180"))
    linecache.clearcache()
    compiled = arcbatt.compile(space["f"])
    assert "has changed" in compiled.why and compiled(GRID) == d.rot90(GRID)


def compile_text(text, path):
    return compile(text, str(path), "exec")


def test_several_lambdas_in_a_line():
    one, two = (arcbatt.compile(f) for f in (lambda I: d.rot90(I), lambda I: d.rot180(I)))
    assert one.compiled and two.compiled
    assert one(GRID) == d.rot90(GRID) and two(GRID) == d.rot180(GRID)


def test_other_things():
    for thing in (len, print, int, functools_partial(), Callable()):
        compiled = arcbatt.compile(thing)
        assert not compiled.compiled and "not a Python function" in compiled.why
    for thing in (None, 3, "def f(I): return I"):
        with pytest.raises(arcbatt.DataError, match="expected a function"):
            arcbatt.compile(thing)

    async def waiting(I):
        return I

    assert not arcbatt.compile(waiting).compiled


def functools_partial():
    import functools

    return functools.partial(two_grids, GRID)


class Callable:
    def __call__(self, I):
        return I


class Solver:
    @arcbatt.compile
    def solve(self, I):
        return d.rot90(I)

    @staticmethod
    @arcbatt.compile
    def turned(I):
        return d.rot180(I)


def test_in_a_class():
    assert Solver().solve(GRID) == d.rot90(GRID) and not Solver.solve.compiled
    assert Solver.turned(GRID) == d.rot180(GRID) and Solver.turned.compiled


# ---- arguments


class Hostile:
    """An object that fails whatever it is asked."""

    def __getattr__(self, name):
        raise KeyError(name)

    def __len__(self):
        raise KeyError("len")

    def __iter__(self):
        raise KeyError("iter")

    def __index__(self):
        raise KeyError("index")


@pytest.mark.parametrize(
    "given",
    [None, 3, "x", b"ab", (), ((),), ((1, 2), (3,)), ((1, 11),), [[1, None]], [[Hostile()]], Hostile(), {}, len, [[[1]]]],
    ids=lambda given: type(given).__name__,
)
def test_what_is_no_grid_goes_to_the_function(given):
    assert outcome(decorated, given) == outcome(decorated.function, given)
    assert outcome(decorated.map, [given]) == outcome(lambda: [decorated.function(given)])


def test_interrupts_pass():
    class Interrupting:
        def __index__(self):
            raise KeyboardInterrupt

    for call in (decorated, lambda grid: decorated.map([GRID, grid]), decorated.run):
        with pytest.raises(KeyboardInterrupt):
            call([[Interrupting()]])


def test_lists_and_arrays():
    numpy = pytest.importorskip("numpy")
    assert decorated([[0, 1], [2, 3]]) == by_hand(((0, 1), (2, 3)))
    assert decorated(numpy.array([[0, 1], [2, 3]])) == by_hand(((0, 1), (2, 3)))


def failing(I):
    return first(d.ofcolor(I, 9))


def test_faults_are_those_of_the_function():
    compiled = arcbatt.compile(failing)
    assert compiled.compiled
    with pytest.raises(arcbatt.EmptyFault, match="first"):
        compiled(GRID)
    with pytest.raises(arcbatt.EmptyFault):
        compiled.map([((9,),), GRID])
    assert compiled.map([((9,),), ((0, 9),)]) == [(0, 0), (0, 1)]


def test_many_grids_and_threads():
    grids = [tuple((n % 10, k) for k in range(10)) for n in range(500)]
    wanted = [by_hand(grid) for grid in grids]
    assert decorated.map(grids) == wanted
    assert decorated.map(grids, engine=arcbatt.Engine("cpu", threads=2)) == wanted
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(decorated, grids)) == wanted


@arcbatt.compile
def solve_e4d14648(I):
    return d.cmirror(I)


@arcbatt.compile
def not_a_program(I):
    return d.cmirror(I) if I else I


def test_on_tasks(embedded):
    task = embedded["e4d14648"]
    outcomes = solve_e4d14648.run(task)
    assert [outcome.match for outcome in outcomes] == [True] * len(outcomes)
    results = arcbatt.evaluate([solve_e4d14648, not_a_program], embedded)
    assert results.fits_demos() == {"e4d14648": [0]} and "an `if`" in str(results.bad[1])
    by_function = not_a_program.run(task)
    fields = ("kind", "index", "match", "error")
    assert [[getattr(o, f) for f in fields] for o in by_function] == [[getattr(o, f) for f in fields] for o in outcomes]
    assert [outcome.output.tolist() for outcome in by_function] == [outcome.output.tolist() for outcome in outcomes]
    assert not_a_program.run(GRID, out="tuple") == d.cmirror(GRID)
