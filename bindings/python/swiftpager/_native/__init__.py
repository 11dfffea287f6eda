"""The library in C: its functions, handles, calls and callbacks, for ctypes."""
