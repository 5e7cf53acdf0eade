//! Values of the engine as Python objects.
