"""The arc dialect as plain Python functions on tuples and frozensets.

    from arcbatt.dsl import *

stands in for arc-dsl's `dsl.py`, `constants.py` and `arc_types.py`: the 160 functions, the constants, and
the names of types that annotations use. Every function runs in the engine; one that fails raises a subclass
of `arcbatt.Fault`. Functions made by `compose`, `rbind` and the like are `Function` objects: data that can
be compared, printed and pickled. Python functions may be passed wherever a function is expected.

Sets are read in ascending order everywhere, so nothing depends on Python's hash order.
"""

from typing import Any, Callable, Container, FrozenSet, List, Tuple, Union

from ._arcbatt import Function, dsl_constants, dsl_functions

Boolean = bool
Integer = int
IntegerTuple = Tuple[Integer, Integer]
Numerical = Union[Integer, IntegerTuple]
IntegerSet = FrozenSet[Integer]
Grid = Tuple[Tuple[Integer, ...], ...]
Cell = Tuple[Integer, IntegerTuple]
Object = FrozenSet[Cell]
Objects = FrozenSet[Object]
Indices = FrozenSet[IntegerTuple]
IndicesSet = FrozenSet[Indices]
Patch = Union[Object, Indices]
Element = Union[Object, Grid]
Piece = Union[Grid, Patch]
TupleTuple = Tuple[Tuple, ...]
ContainerContainer = Container[Container]

_functions = dsl_functions("arc")
_constants = dsl_constants("arc")
globals().update(_functions)
globals().update(_constants)

__all__ = [
    *_functions,
    *_constants,
    *("Any", "Callable", "Container", "FrozenSet", "List", "Tuple", "Union"),
    *("Boolean", "Integer", "IntegerTuple", "Numerical", "IntegerSet", "Grid", "Cell", "Object", "Objects"),
    *("Indices", "IndicesSet", "Patch", "Element", "Piece", "TupleTuple", "ContainerContainer", "Function"),
]
