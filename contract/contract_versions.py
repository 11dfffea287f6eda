"""In which version of the contract each function, status and member came: what swiftpager_abi_version() must return.

The table comes from the history of include/swiftpager.h. A new name goes into the row of the version that the library
returns; a name without a row ends the program.
"""

import sys

# Names without their prefix.
VERSIONS = {
    1: """
        abi_version client_create client_dispatch client_fd client_release client_shutdown client_wake free
        operation_cancel operation_release operation_wait page_data page_errors page_item_count page_items page_kind
        page_response pager_can_load_next pager_create pager_fetch pager_load_all pager_load_next pager_refetch
        pager_release pager_reset pager_state pager_subscribe status_name subscription_cancel subscription_next
        update_error update_last_page update_output update_page_at update_page_count update_release update_retain
        update_source update_status version
        OK INVALID_ARGUMENT INVALID_CONFIG INVALID_HANDLE CLOSED REENTRANT FORKED TIMEOUT NO_MEMORY INTERNAL
        MISSING_INITIAL_PAGE PAGE_HAS_NO_MORE_CONTENT LOAD_IN_PROGRESS NO_QUERY CANCELLED
        NETWORK HTTP GRAPHQL BAD_RESPONSE RATE_LIMITED
        CURSOR_STUCK CURSOR_CYCLE MISSING_PAGE_INFO NULL_CURSOR PAGE_LIMIT
        SOURCE_NONE SOURCE_SERVER SOURCE_CACHE KIND_NONE KIND_INITIAL KIND_NEXT KIND_PREVIOUS
    """,
    2: """
        client_create_with_endpoint client_execute operation_fd operation_next operation_response operation_status
        page_extensions page_header page_info page_item page_model page_ndjson pager_can_load_previous
        pager_create_with_query pager_current pager_load_previous request_body request_complete request_fail
        request_headers request_method request_url subscription_fd subscription_release update_page_index
        INTERRUPTED HOOK_FAILED
    """,
    3: """
        client_cache_clear client_cache_evict client_cache_read client_cache_write CACHE_MISS CACHE_FAILED
    """,
    4: """
        authorization_complete authorization_fail client_observe client_observe_kinds client_set_authorizer page_nested
        pager_resume_token update_finish update_nested NESTED_INCOMPLETE NOT_RECORDED RECORDING_FAILED
    """,
    5: """
        operation_arrow_stream operation_arrow_table operation_arrow_wait page_arrow page_headers table_add table_create
        table_release table_take update_is_change
    """,
    6: """
        operation_arrow_finish pager_checkpoint table_add_rows table_fit
        PARTIAL_DATA NOT_ORDERED DUPLICATE_KEY FEWER_THAN_TOTAL
    """,
    7: """
        alloc callback_abandon client_unref last_error page_release page_retain page_spans pager_unref
    """,
}
# Members of structures that came after their structure.
MEMBERS = {
    7: """
        pager_hooks.try_extract_page_info pager_hooks.try_resolve_page pager_hooks.try_transform
    """,
}
_SINCE = {name: version for version, names in VERSIONS.items() for name in names.split()}
_SINCE_OF_MEMBERS = {name: version for version, names in MEMBERS.items() for name in names.split()}


def since(name: str) -> int:
    """The version of a function, or of a constant."""
    version = _SINCE.get(name.removeprefix("swiftpager_").removeprefix("SWIFTPAGER_"))
    if version is None:
        sys.exit(f"headers: say in contract/contract_versions.py in which version of the contract {name} came")
    return version


def since_of_member(structure: str, member: str) -> int | None:
    """The version of a member of a structure; None if it came with its structure."""
    return _SINCE_OF_MEMBERS.get(f"{structure.removeprefix('swiftpager_')}.{member}")
