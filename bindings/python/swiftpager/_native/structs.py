"""The structs of functions in `swiftpager.h`, and C memory for the results of these functions."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, Structure, c_bool, c_char_p, c_int32, c_size_t, c_void_p, sizeof
from typing import Any

from .signatures import DestroyCallback

# Each returns a status; the last argument is the address for the text.
ExtractCallback = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_size_t, c_bool, c_void_p)
ResolveCallback = CFUNCTYPE(c_int32, c_void_p, c_char_p, c_int32, c_void_p)
TransformCallback = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_size_t, c_void_p)
RequestCallback = CFUNCTYPE(None, c_void_p, c_void_p)


class HookFunctions(Structure):
    """`swiftpager_pager_hooks`."""

    _fields_ = (
        ("struct_size", c_size_t),
        ("user_data", c_void_p),
        ("extract_page_info", ExtractCallback),
        ("resolve_page", ResolveCallback),
        ("transform", TransformCallback),
        ("destroy", DestroyCallback),
    )


class TransportFunctions(Structure):
    """`swiftpager_transport`."""

    _fields_ = (
        ("struct_size", c_size_t),
        ("user_data", c_void_p),
        ("send", RequestCallback),
        ("cancel", RequestCallback),
        ("destroy", DestroyCallback),
    )


def filled(kind: Any, *members: Any) -> Any:
    """A struct with its size, and its members in order."""
    return kind(sizeof(kind), *members)


# Copies a string into memory that the library frees; None if no memory is left.
copied_to_c: Any = ctypes.CDLL(None).strdup
copied_to_c.restype = c_void_p
copied_to_c.argtypes = [c_char_p]
