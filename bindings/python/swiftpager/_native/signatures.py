"""The functions of `swiftpager.h` and `swiftpager_arrow.h` for ctypes: the result and the arguments of each.

Handles and strings that the caller frees are `c_void_p`, so that ctypes keeps their address. Borrowed strings are
`c_char_p`, which ctypes copies.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_bool, c_char_p, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

UpdateCallback = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)
CompletionCallback = ctypes.CFUNCTYPE(None, c_void_p, c_int32, c_char_p)
DestroyCallback = ctypes.CFUNCTYPE(None, c_void_p)
EventCallback = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)
AuthorizeCallback = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_char_p)


class Ready(ctypes.Structure):
    """`swiftpager_ready`."""

    _fields_ = (("operation", c_void_p), ("subscription", c_void_p))


_status = c_int32
_handle = c_void_p
_handle_out = POINTER(c_void_p)
_text_out = POINTER(c_void_p)
_length_out = POINTER(c_size_t)

_start = (_status, (_handle, c_char_p, CompletionCallback, c_void_p, DestroyCallback, _handle_out, _text_out))
_on_handle = (_status, (_handle,))
_slice = (c_void_p, (_handle, _length_out))

SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "swiftpager_version": (c_char_p, ()),
    "swiftpager_abi_version": (c_uint32, ()),
    "swiftpager_list_words": (c_char_p, ()),
    "swiftpager_status_name": (c_char_p, (_status,)),
    "swiftpager_free": (None, (c_void_p,)),
    "swiftpager_alloc": (c_void_p, (c_size_t,)),
    "swiftpager_last_error": (c_char_p, ()),
    "swiftpager_callback_abandon": (_status, ()),
    "swiftpager_client_create": (_status, (c_char_p, c_char_p, c_void_p, _handle_out, _text_out)),
    "swiftpager_client_execute": _start,
    "swiftpager_client_cache_write": (_status, (_handle, c_char_p, c_char_p, _text_out)),
    "swiftpager_client_cache_read": (_status, (_handle, c_char_p, _text_out, _text_out)),
    "swiftpager_client_cache_evict": (_status, (_handle, c_char_p, _text_out)),
    "swiftpager_client_cache_clear": (_status, (_handle, _text_out)),
    "swiftpager_client_dispatch": (_status, (_handle, c_int32, c_uint32, POINTER(c_uint32))),
    "swiftpager_client_fd": (_status, (_handle, POINTER(c_int))),
    "swiftpager_client_ready": (_status, (_handle, POINTER(Ready), c_size_t, POINTER(c_size_t))),
    "swiftpager_client_wake": _on_handle,
    "swiftpager_client_observe": (_status, (_handle, c_char_p, EventCallback, c_void_p, DestroyCallback, _text_out)),
    "swiftpager_client_set_authorizer": (_status, (_handle, AuthorizeCallback, c_void_p, DestroyCallback, _text_out)),
    "swiftpager_authorization_complete": (_status, (_handle, c_char_p)),
    "swiftpager_authorization_fail": (_status, (_handle, c_char_p)),
    "swiftpager_client_close": (_status, (_handle, c_int32)),
    "swiftpager_client_release": _on_handle,
    "swiftpager_pager_create": (_status, (_handle, c_char_p, c_char_p, c_void_p, _handle_out, _text_out)),
    "swiftpager_pager_fetch": _start,
    "swiftpager_pager_load_next": _start,
    "swiftpager_pager_load_previous": _start,
    "swiftpager_pager_load_all": _start,
    "swiftpager_pager_walk": (_status, (_handle, c_char_p, _handle_out, _text_out)),
    "swiftpager_pager_reset": _on_handle,
    "swiftpager_pager_can_load": (_status, (_handle, c_int32, POINTER(c_bool))),
    "swiftpager_pager_current": (_status, (_handle, _handle_out)),
    "swiftpager_pager_state": (_status, (_handle, _text_out)),
    "swiftpager_pager_resume_token": (_status, (_handle, _text_out)),
    "swiftpager_pager_checkpoint": (_status, (_handle, _text_out)),
    "swiftpager_pager_close": _on_handle,
    "swiftpager_pager_release": _on_handle,
    "swiftpager_pager_subscribe": (_status, (_handle, UpdateCallback, c_void_p, DestroyCallback, _handle_out)),
    "swiftpager_subscription_next": (_status, (_handle, c_int32, _handle_out)),
    "swiftpager_subscription_fd": (_status, (_handle, POINTER(c_int))),
    "swiftpager_subscription_close": _on_handle,
    "swiftpager_subscription_release": _on_handle,
    "swiftpager_operation_wait": (_status, (_handle, c_int32, _text_out)),
    "swiftpager_operation_next": (_status, (_handle, c_int32, _handle_out, _text_out)),
    "swiftpager_operation_next_items": (_status, (_handle, c_int32, _text_out, _length_out, _text_out)),
    "swiftpager_operation_ended": (_status, (_handle, POINTER(c_bool), POINTER(_status))),
    "swiftpager_operation_fd": (_status, (_handle, POINTER(c_int))),
    "swiftpager_operation_response": _slice,
    "swiftpager_operation_close": _on_handle,
    "swiftpager_operation_release": _on_handle,
    "swiftpager_operation_arrow": (_status, (_handle, c_char_p, c_bool, c_void_p, _text_out)),
    "swiftpager_operation_arrow_wait": (_status, (_handle, c_int32, _text_out)),
    "swiftpager_operation_arrow_finish": (_status, (_handle,)),
    "swiftpager_update_status": _on_handle,
    "swiftpager_update_error": (c_char_p, (_handle,)),
    "swiftpager_update_source": (c_int32, (_handle, POINTER(c_bool))),
    "swiftpager_update_page_count": (c_size_t, (_handle,)),
    "swiftpager_update_page": (c_void_p, (_handle, _length_out)),
    "swiftpager_update_page_at": (c_void_p, (_handle, c_size_t)),
    "swiftpager_update_output": _slice,
    "swiftpager_update_finish": _on_handle,
    "swiftpager_update_retain": _on_handle,
    "swiftpager_update_release": _on_handle,
    "swiftpager_page_retain": _on_handle,
    "swiftpager_page_release": _on_handle,
    "swiftpager_page_response": _slice,
    "swiftpager_page_data": _slice,
    "swiftpager_page_items": _slice,
    "swiftpager_page_item_count": (c_size_t, (_handle,)),
    "swiftpager_page_kind": (c_int32, (_handle,)),
    "swiftpager_page_errors": _slice,
    "swiftpager_page_model": _slice,
    "swiftpager_request_url": (c_char_p, (_handle,)),
    "swiftpager_request_method": (c_char_p, (_handle,)),
    "swiftpager_request_headers": (c_char_p, (_handle,)),
    "swiftpager_request_body": _slice,
    "swiftpager_request_complete": (_status, (_handle, c_int32, c_char_p, c_char_p, c_size_t)),
    "swiftpager_request_fail": (_status, (_handle, c_char_p)),
    "swiftpager_page_info": _slice,
    "swiftpager_page_extensions": _slice,
    "swiftpager_page_nested": _slice,
    "swiftpager_page_item": (c_void_p, (_handle, c_size_t, _length_out)),
    "swiftpager_page_spans": (POINTER(c_uint64), (_handle, c_bool, _length_out)),
    "swiftpager_page_ndjson": _slice,
    "swiftpager_page_header": (c_void_p, (_handle, c_char_p, _length_out)),
    "swiftpager_page_arrow": (_status, (_handle, c_char_p, c_void_p, c_void_p, _text_out)),
    "swiftpager_table_create": (_status, (c_char_p, _handle_out, _text_out)),
    "swiftpager_table_add": (_status, (_handle, _handle, _text_out)),
    "swiftpager_table_add_rows": (_status, (_handle, c_char_p, c_size_t, _text_out)),
    "swiftpager_table_fit": (_status, (_handle, c_char_p, c_size_t, _text_out)),
    "swiftpager_table_take": (_status, (_handle, c_void_p, c_void_p, _text_out)),
    "swiftpager_table_release": _on_handle,
}
