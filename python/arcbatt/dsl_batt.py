"""The batt dialect as plain Python functions on tuples and frozensets.

    from arcbatt.dsl_batt import *

gives its 417 functions, its constants, and the names of types that annotations use. A cell is
(row, column, colour) here; everything else is as in `arcbatt.dsl`.
"""

from typing import Any, Callable, Container, FrozenSet, List, Tuple, Union

from ._arcbatt import Function, dsl_constants, dsl_functions

Boolean = bool
Integer = int
# Ranks, symbols, angles, colours, rows and columns are integers. R4, R8, A4 and A8 name types in signatures
# too, but as names of a program they are constants.
C_ = F_ = L_ = FL = R_ = A_ = I_ = J_ = int
IJ = Tuple[Integer, Integer]
Numerical = Union[Integer, IJ]
IntegerSet = FrozenSet[Integer]
Grid = Tuple[Tuple[Integer, ...], ...]
Samples = Tuple[Tuple[Grid, Grid], ...]
Layer = Tuple[Grid, IJ]
Layers = Tuple[Layer, ...]
Cell = Tuple[Integer, Integer, Integer]
Object = FrozenSet[Cell]
Objects = FrozenSet[Object]
Indices = FrozenSet[IJ]
IndicesSet = FrozenSet[Indices]
Patch = Union[Object, Indices]
Element = Union[Object, Grid]
Piece = Union[Grid, Patch]
TupleTuple = Tuple[Tuple, ...]
ContainerContainer = Container[Container]

_functions = dsl_functions("batt")
_constants = dsl_constants("batt")
globals().update(_functions)
globals().update(_constants)

__all__ = [
    *_functions,
    *_constants,
    *("Any", "Callable", "Container", "FrozenSet", "List", "Tuple", "Union"),
    *("Boolean", "Integer", "C_", "F_", "L_", "FL", "R_", "A_", "I_", "J_", "IJ", "Numerical", "IntegerSet"),
    *("Grid", "Samples", "Cell", "Object", "Objects", "Indices", "IndicesSet", "Patch", "Element", "Piece"),
    *("Layer", "Layers", "TupleTuple", "ContainerContainer", "Function"),
]
