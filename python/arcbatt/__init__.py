"""Runs, scores and evolves ARC-AGI grid programs, exactly and fast."""

from ._arcbatt import __version__
from .errors import (
    ArcbattError,
    ArityFault,
    BudgetFault,
    DataError,
    DeviceError,
    DomainFault,
    EmptyFault,
    Fault,
    IndexFault,
    ParseError,
    StoreError,
    TypeFault,
)
