# frozen_string_literal: true

# Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

require "fiddle"

module Swiftpager
  # The library's functions, as Fiddle calls them.
  module Native
    VOID = Fiddle::TYPE_VOID
    BOOL = -Fiddle::TYPE_CHAR
    INT32 = Fiddle::TYPE_INT32_T
    UINT32 = -Fiddle::TYPE_INT32_T
    SIZE = Fiddle::TYPE_SIZE_T
    ADDRESS = Fiddle::TYPE_UINTPTR_T
    TEXT = Fiddle::TYPE_CONST_STRING
    BYTES = Fiddle::TYPE_VOIDP
    ZERO = ("\0" * Fiddle::SIZEOF_UINTPTR_T).freeze

    CONTRACT = 7

    STATUSES = {
      0 => "OK",
      1 => "INVALID_ARGUMENT",
      2 => "INVALID_CONFIG",
      3 => "INVALID_HANDLE",
      4 => "CLOSED",
      5 => "REENTRANT",
      6 => "FORKED",
      7 => "TIMEOUT",
      8 => "NO_MEMORY",
      9 => "INTERNAL",
      10 => "INTERRUPTED",
      11 => "HOOK_FAILED",
      20 => "MISSING_INITIAL_PAGE",
      21 => "PAGE_HAS_NO_MORE_CONTENT",
      22 => "LOAD_IN_PROGRESS",
      23 => "NO_QUERY",
      24 => "CANCELLED",
      40 => "NETWORK",
      41 => "HTTP",
      42 => "GRAPHQL",
      43 => "BAD_RESPONSE",
      44 => "RATE_LIMITED",
      45 => "CACHE_MISS",
      46 => "CACHE_FAILED",
      47 => "NOT_RECORDED",
      48 => "RECORDING_FAILED",
      60 => "CURSOR_STUCK",
      61 => "CURSOR_CYCLE",
      62 => "MISSING_PAGE_INFO",
      63 => "NULL_CURSOR",
      64 => "PAGE_LIMIT",
      65 => "NESTED_INCOMPLETE",
      66 => "PARTIAL_DATA",
      67 => "NOT_ORDERED",
      68 => "DUPLICATE_KEY",
      69 => "FEWER_THAN_TOTAL",
    }.freeze

    SOURCES = {
      0 => "NONE",
      1 => "SERVER",
      2 => "CACHE",
    }.freeze

    KINDS = {
      0 => "NONE",
      1 => "INITIAL",
      2 => "NEXT",
      3 => "PREVIOUS",
    }.freeze

    # By the name of a constant: the C function, what it returns, what it gets, and whether it waits. A
    # thread that waits lets other threads run.
    FUNCTIONS = {
      VERSION: ["swiftpager_version", TEXT, [], false],
      ABI_VERSION: ["swiftpager_abi_version", UINT32, [], false],
      STATUS_NAME: ["swiftpager_status_name", TEXT, [INT32], false],
      FREE: ["swiftpager_free", VOID, [ADDRESS], false],
      ALLOC: ["swiftpager_alloc", ADDRESS, [SIZE], false],
      LAST_ERROR: ["swiftpager_last_error", TEXT, [], false],
      CALLBACK_ABANDON: ["swiftpager_callback_abandon", INT32, [], false],
      CLIENT_CREATE: ["swiftpager_client_create", INT32, [TEXT, ADDRESS, ADDRESS, ADDRESS], false],
      CLIENT_CREATE_WITH_ENDPOINT: ["swiftpager_client_create_with_endpoint", INT32,
        [TEXT, TEXT, ADDRESS, ADDRESS, ADDRESS], false],
      CLIENT_EXECUTE: ["swiftpager_client_execute", INT32,
        [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      CLIENT_CACHE_WRITE: ["swiftpager_client_cache_write", INT32, [ADDRESS, TEXT, TEXT, ADDRESS], true],
      CLIENT_CACHE_READ: ["swiftpager_client_cache_read", INT32, [ADDRESS, TEXT, ADDRESS, ADDRESS], true],
      CLIENT_CACHE_EVICT: ["swiftpager_client_cache_evict", INT32, [ADDRESS, TEXT, ADDRESS], true],
      CLIENT_CACHE_CLEAR: ["swiftpager_client_cache_clear", INT32, [ADDRESS, ADDRESS], true],
      CLIENT_DISPATCH: ["swiftpager_client_dispatch", INT32, [ADDRESS, INT32, UINT32, ADDRESS], true],
      CLIENT_FD: ["swiftpager_client_fd", INT32, [ADDRESS, ADDRESS], false],
      CLIENT_WAKE: ["swiftpager_client_wake", INT32, [ADDRESS], false],
      CLIENT_OBSERVE: ["swiftpager_client_observe", INT32, [ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      CLIENT_OBSERVE_KINDS: ["swiftpager_client_observe_kinds", INT32,
        [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      CLIENT_SET_AUTHORIZER: ["swiftpager_client_set_authorizer", INT32,
        [ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      AUTHORIZATION_COMPLETE: ["swiftpager_authorization_complete", INT32, [ADDRESS, TEXT], false],
      AUTHORIZATION_FAIL: ["swiftpager_authorization_fail", INT32, [ADDRESS, TEXT], false],
      CLIENT_SHUTDOWN: ["swiftpager_client_shutdown", INT32, [ADDRESS, INT32], true],
      CLIENT_RELEASE: ["swiftpager_client_release", INT32, [ADDRESS], false],
      CLIENT_UNREF: ["swiftpager_client_unref", INT32, [ADDRESS], false],
      REQUEST_URL: ["swiftpager_request_url", TEXT, [ADDRESS], false],
      REQUEST_METHOD: ["swiftpager_request_method", TEXT, [ADDRESS], false],
      REQUEST_HEADERS: ["swiftpager_request_headers", TEXT, [ADDRESS], false],
      REQUEST_BODY: ["swiftpager_request_body", ADDRESS, [ADDRESS, ADDRESS], false],
      REQUEST_COMPLETE: ["swiftpager_request_complete", INT32, [ADDRESS, INT32, TEXT, BYTES, SIZE], false],
      REQUEST_FAIL: ["swiftpager_request_fail", INT32, [ADDRESS, TEXT], false],
      PAGER_CREATE: ["swiftpager_pager_create", INT32, [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS], false],
      PAGER_CREATE_WITH_QUERY: ["swiftpager_pager_create_with_query", INT32,
        [ADDRESS, TEXT, TEXT, TEXT, ADDRESS, ADDRESS, ADDRESS], false],
      PAGER_FETCH: ["swiftpager_pager_fetch", INT32,
        [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      PAGER_REFETCH: ["swiftpager_pager_refetch", INT32,
        [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      PAGER_LOAD_NEXT: ["swiftpager_pager_load_next", INT32,
        [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      PAGER_LOAD_PREVIOUS: ["swiftpager_pager_load_previous", INT32,
        [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      PAGER_LOAD_ALL: ["swiftpager_pager_load_all", INT32,
        [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      PAGER_RESET: ["swiftpager_pager_reset", INT32, [ADDRESS], false],
      PAGER_CAN_LOAD_NEXT: ["swiftpager_pager_can_load_next", INT32, [ADDRESS, ADDRESS], false],
      PAGER_CAN_LOAD_PREVIOUS: ["swiftpager_pager_can_load_previous", INT32, [ADDRESS, ADDRESS], false],
      PAGER_CURRENT: ["swiftpager_pager_current", INT32, [ADDRESS, ADDRESS], false],
      PAGER_STATE: ["swiftpager_pager_state", INT32, [ADDRESS, ADDRESS], false],
      PAGER_RESUME_TOKEN: ["swiftpager_pager_resume_token", INT32, [ADDRESS, ADDRESS], false],
      PAGER_CHECKPOINT: ["swiftpager_pager_checkpoint", INT32, [ADDRESS, ADDRESS], false],
      PAGER_RELEASE: ["swiftpager_pager_release", INT32, [ADDRESS], false],
      PAGER_UNREF: ["swiftpager_pager_unref", INT32, [ADDRESS], false],
      PAGER_SUBSCRIBE: ["swiftpager_pager_subscribe", INT32, [ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      SUBSCRIPTION_NEXT: ["swiftpager_subscription_next", INT32, [ADDRESS, INT32, ADDRESS], true],
      SUBSCRIPTION_FD: ["swiftpager_subscription_fd", INT32, [ADDRESS, ADDRESS], false],
      SUBSCRIPTION_CANCEL: ["swiftpager_subscription_cancel", INT32, [ADDRESS], true],
      SUBSCRIPTION_RELEASE: ["swiftpager_subscription_release", INT32, [ADDRESS], true],
      OPERATION_WAIT: ["swiftpager_operation_wait", INT32, [ADDRESS, INT32, ADDRESS], true],
      OPERATION_NEXT: ["swiftpager_operation_next", INT32, [ADDRESS, INT32, ADDRESS, ADDRESS], true],
      OPERATION_STATUS: ["swiftpager_operation_status", INT32, [ADDRESS, ADDRESS, ADDRESS], false],
      OPERATION_FD: ["swiftpager_operation_fd", INT32, [ADDRESS, ADDRESS], false],
      OPERATION_RESPONSE: ["swiftpager_operation_response", ADDRESS, [ADDRESS, ADDRESS], false],
      OPERATION_CANCEL: ["swiftpager_operation_cancel", INT32, [ADDRESS], false],
      OPERATION_RELEASE: ["swiftpager_operation_release", INT32, [ADDRESS], false],
      OPERATION_ARROW_STREAM: ["swiftpager_operation_arrow_stream", INT32, [ADDRESS, TEXT, ADDRESS, ADDRESS], false],
      OPERATION_ARROW_TABLE: ["swiftpager_operation_arrow_table", INT32, [ADDRESS, TEXT, ADDRESS, ADDRESS], false],
      OPERATION_ARROW_WAIT: ["swiftpager_operation_arrow_wait", INT32, [ADDRESS, INT32, ADDRESS], true],
      OPERATION_ARROW_FINISH: ["swiftpager_operation_arrow_finish", INT32, [ADDRESS], false],
      UPDATE_STATUS: ["swiftpager_update_status", INT32, [ADDRESS], false],
      UPDATE_ERROR: ["swiftpager_update_error", TEXT, [ADDRESS], false],
      UPDATE_SOURCE: ["swiftpager_update_source", INT32, [ADDRESS], false],
      UPDATE_PAGE_COUNT: ["swiftpager_update_page_count", SIZE, [ADDRESS], false],
      UPDATE_LAST_PAGE: ["swiftpager_update_last_page", ADDRESS, [ADDRESS], false],
      UPDATE_PAGE_AT: ["swiftpager_update_page_at", ADDRESS, [ADDRESS, SIZE], false],
      UPDATE_PAGE_INDEX: ["swiftpager_update_page_index", INT32, [ADDRESS, ADDRESS], false],
      UPDATE_IS_CHANGE: ["swiftpager_update_is_change", INT32, [ADDRESS, ADDRESS], false],
      UPDATE_OUTPUT: ["swiftpager_update_output", ADDRESS, [ADDRESS, ADDRESS], false],
      UPDATE_FINISH: ["swiftpager_update_finish", INT32, [ADDRESS], false],
      UPDATE_NESTED: ["swiftpager_update_nested", INT32, [ADDRESS, ADDRESS, ADDRESS], false],
      UPDATE_RETAIN: ["swiftpager_update_retain", INT32, [ADDRESS], false],
      UPDATE_RELEASE: ["swiftpager_update_release", INT32, [ADDRESS], false],
      PAGE_RETAIN: ["swiftpager_page_retain", INT32, [ADDRESS], false],
      PAGE_RELEASE: ["swiftpager_page_release", INT32, [ADDRESS], false],
      PAGE_RESPONSE: ["swiftpager_page_response", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_DATA: ["swiftpager_page_data", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_ITEMS: ["swiftpager_page_items", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_MODEL: ["swiftpager_page_model", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_ITEM_COUNT: ["swiftpager_page_item_count", SIZE, [ADDRESS], false],
      PAGE_KIND: ["swiftpager_page_kind", INT32, [ADDRESS], false],
      PAGE_ERRORS: ["swiftpager_page_errors", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_INFO: ["swiftpager_page_info", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_NESTED: ["swiftpager_page_nested", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_EXTENSIONS: ["swiftpager_page_extensions", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_HEADER: ["swiftpager_page_header", ADDRESS, [ADDRESS, TEXT, ADDRESS], false],
      PAGE_HEADERS: ["swiftpager_page_headers", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_ITEM: ["swiftpager_page_item", ADDRESS, [ADDRESS, SIZE, ADDRESS], false],
      PAGE_SPANS: ["swiftpager_page_spans", ADDRESS, [ADDRESS, BOOL, ADDRESS], false],
      PAGE_NDJSON: ["swiftpager_page_ndjson", ADDRESS, [ADDRESS, ADDRESS], false],
      PAGE_ARROW: ["swiftpager_page_arrow", INT32, [ADDRESS, TEXT, ADDRESS, ADDRESS, ADDRESS], false],
      TABLE_CREATE: ["swiftpager_table_create", INT32, [TEXT, ADDRESS, ADDRESS], false],
      TABLE_ADD: ["swiftpager_table_add", INT32, [ADDRESS, ADDRESS, ADDRESS], false],
      TABLE_ADD_ROWS: ["swiftpager_table_add_rows", INT32, [ADDRESS, BYTES, SIZE, ADDRESS], false],
      TABLE_FIT: ["swiftpager_table_fit", INT32, [ADDRESS, BYTES, SIZE, ADDRESS], false],
      TABLE_TAKE: ["swiftpager_table_take", INT32, [ADDRESS, ADDRESS, ADDRESS, ADDRESS], false],
      TABLE_RELEASE: ["swiftpager_table_release", INT32, [ADDRESS], false],
    }.freeze

    LIBRARY = begin
      Fiddle.dlopen(ENV.fetch("SWIFTPAGER_LIBRARY", "libswiftpager.so.0"))
    rescue Fiddle::DLError => error
      raise LoadError, "#{error.message}: install libswiftpager, or name its file in SWIFTPAGER_LIBRARY"
    end
    version = Fiddle::Function.new(LIBRARY["swiftpager_abi_version"], [], UINT32).call
    raise LoadError, "this needs contract #{CONTRACT} of libswiftpager, not #{version}" if version < CONTRACT

    FUNCTIONS.each do |name, (symbol, result, arguments, waits)|
      const_set(name, Fiddle::Function.new(LIBRARY[symbol], arguments, result, name: symbol, need_gvl: !waits))
    end
    STATUSES.each { |code, name| const_set(name, code) }

    # Each function as a method, without the places for its results: it returns these, or raises the error.
    class << self
      # A place for a result.
      def cell = Fiddle::Pointer.malloc(ZERO.bytesize, Fiddle::RUBY_FREE).tap { _1[0, ZERO.bytesize] = ZERO }

      # What a call has put into a cell, of a type that `String#unpack` calls `format`.
      def value(cell, format = "J") = cell[0, ZERO.bytesize].unpack1(format)

      # The text that a call has handed out: copied and freed; nil if there is none.
      def text(cell)
        text = Fiddle::Pointer.new(value(cell))
        text.to_s.force_encoding(Encoding::UTF_8) unless text.null?
      ensure
        FREE.call(text.to_i)
      end

      # A copy of a text that the library lends; nil if there is none.
      def slice(address, length)
        Fiddle::Pointer.new(address)[0, length].force_encoding(Encoding::UTF_8) unless address.zero?
      end

      # Raises the error of a call that has a cell for it, and of one that has none.
      def check(status, error = nil)
        raise Error.made(status, error ? text(error) : LAST_ERROR.call) unless status == OK
      end


      def callback_abandon()
        status = CALLBACK_ABANDON.call()
        check(status)
        nil
      end

      def client_create(config_json, transport)
        out = cell
        error_json = cell
        status = CLIENT_CREATE.call(config_json, transport, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def client_create_with_endpoint(endpoint, config_json, transport)
        out = cell
        error_json = cell
        status = CLIENT_CREATE_WITH_ENDPOINT.call(endpoint, config_json, transport, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def client_execute(client, request_json, completion, user_data, destroy)
        out = cell
        error_json = cell
        status = CLIENT_EXECUTE.call(client, request_json, completion, user_data, destroy, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def client_cache_write(client, key, fields_json)
        error_json = cell
        status = CLIENT_CACHE_WRITE.call(client, key, fields_json, error_json.to_i)
        check(status, error_json)
        nil
      end

      def client_cache_read(client, key)
        out_json = cell
        error_json = cell
        status = CLIENT_CACHE_READ.call(client, key, out_json.to_i, error_json.to_i)
        check(status, error_json)
        text(out_json)
      end

      def client_cache_evict(client, key)
        error_json = cell
        status = CLIENT_CACHE_EVICT.call(client, key, error_json.to_i)
        check(status, error_json)
        nil
      end

      def client_cache_clear(client)
        error_json = cell
        status = CLIENT_CACHE_CLEAR.call(client, error_json.to_i)
        check(status, error_json)
        nil
      end

      def client_dispatch(client, timeout_ms, max)
        out_count = cell
        status = CLIENT_DISPATCH.call(client, timeout_ms, max, out_count.to_i)
        check(status)
        value(out_count, "L")
      end

      def client_fd(client)
        out_fd = cell
        status = CLIENT_FD.call(client, out_fd.to_i)
        check(status)
        value(out_fd, "l")
      end

      def client_wake(client)
        status = CLIENT_WAKE.call(client)
        check(status)
        nil
      end

      def client_observe(client, on_event, user_data, destroy)
        status = CLIENT_OBSERVE.call(client, on_event, user_data, destroy)
        check(status)
        nil
      end

      def client_observe_kinds(client, kinds_json, on_event, user_data, destroy)
        error_json = cell
        status = CLIENT_OBSERVE_KINDS.call(client, kinds_json, on_event, user_data, destroy, error_json.to_i)
        check(status, error_json)
        nil
      end

      def client_set_authorizer(client, authorize, user_data, destroy)
        error_json = cell
        status = CLIENT_SET_AUTHORIZER.call(client, authorize, user_data, destroy, error_json.to_i)
        check(status, error_json)
        nil
      end

      def authorization_complete(authorization, headers_json)
        status = AUTHORIZATION_COMPLETE.call(authorization, headers_json)
        check(status)
        nil
      end

      def authorization_fail(authorization, message)
        status = AUTHORIZATION_FAIL.call(authorization, message)
        check(status)
        nil
      end

      def client_shutdown(client, timeout_ms)
        status = CLIENT_SHUTDOWN.call(client, timeout_ms)
        check(status)
        nil
      end

      def client_release(client)
        status = CLIENT_RELEASE.call(client)
        check(status)
        nil
      end

      def client_unref(client)
        status = CLIENT_UNREF.call(client)
        check(status)
        nil
      end

      def request_body(request)
        length = cell
        slice(REQUEST_BODY.call(request, length.to_i), value(length))
      end

      def request_complete(request, status, headers_json, body, length)
        status = REQUEST_COMPLETE.call(request, status, headers_json, body, length)
        check(status)
        nil
      end

      def request_fail(request, message)
        status = REQUEST_FAIL.call(request, message)
        check(status)
        nil
      end

      def pager_create(client, config_json, hooks)
        out = cell
        error_json = cell
        status = PAGER_CREATE.call(client, config_json, hooks, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def pager_create_with_query(client, query, variables_json, config_json, hooks)
        out = cell
        error_json = cell
        status = PAGER_CREATE_WITH_QUERY.call(client, query, variables_json, config_json, hooks,
                out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def pager_fetch(pager, options_json, completion, user_data, destroy)
        out = cell
        error_json = cell
        status = PAGER_FETCH.call(pager, options_json, completion, user_data, destroy, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def pager_refetch(pager, options_json, completion, user_data, destroy)
        out = cell
        error_json = cell
        status = PAGER_REFETCH.call(pager, options_json, completion, user_data, destroy, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def pager_load_next(pager, options_json, completion, user_data, destroy)
        out = cell
        error_json = cell
        status = PAGER_LOAD_NEXT.call(pager, options_json, completion, user_data, destroy, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def pager_load_previous(pager, options_json, completion, user_data, destroy)
        out = cell
        error_json = cell
        status = PAGER_LOAD_PREVIOUS.call(pager, options_json, completion, user_data, destroy,
                out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def pager_load_all(pager, options_json, completion, user_data, destroy)
        out = cell
        error_json = cell
        status = PAGER_LOAD_ALL.call(pager, options_json, completion, user_data, destroy, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def pager_reset(pager)
        status = PAGER_RESET.call(pager)
        check(status)
        nil
      end

      def pager_can_load_next(pager)
        out = cell
        status = PAGER_CAN_LOAD_NEXT.call(pager, out.to_i)
        check(status)
        value(out, "C") == 1
      end

      def pager_can_load_previous(pager)
        out = cell
        status = PAGER_CAN_LOAD_PREVIOUS.call(pager, out.to_i)
        check(status)
        value(out, "C") == 1
      end

      def pager_current(pager)
        out = cell
        status = PAGER_CURRENT.call(pager, out.to_i)
        check(status)
        value(out)
      end

      def pager_state(pager)
        out_json = cell
        status = PAGER_STATE.call(pager, out_json.to_i)
        check(status)
        text(out_json)
      end

      def pager_resume_token(pager)
        out_json = cell
        status = PAGER_RESUME_TOKEN.call(pager, out_json.to_i)
        check(status)
        text(out_json)
      end

      def pager_checkpoint(pager)
        out_json = cell
        status = PAGER_CHECKPOINT.call(pager, out_json.to_i)
        check(status)
        text(out_json)
      end

      def pager_release(pager)
        status = PAGER_RELEASE.call(pager)
        check(status)
        nil
      end

      def pager_unref(pager)
        status = PAGER_UNREF.call(pager)
        check(status)
        nil
      end

      def pager_subscribe(pager, on_update, user_data, destroy)
        out = cell
        status = PAGER_SUBSCRIBE.call(pager, on_update, user_data, destroy, out.to_i)
        check(status)
        value(out)
      end

      def subscription_next(subscription, timeout_ms)
        out = cell
        status = SUBSCRIPTION_NEXT.call(subscription, timeout_ms, out.to_i)
        check(status)
        value(out)
      end

      def subscription_fd(subscription)
        out_fd = cell
        status = SUBSCRIPTION_FD.call(subscription, out_fd.to_i)
        check(status)
        value(out_fd, "l")
      end

      def subscription_cancel(subscription)
        status = SUBSCRIPTION_CANCEL.call(subscription)
        check(status)
        nil
      end

      def subscription_release(subscription)
        status = SUBSCRIPTION_RELEASE.call(subscription)
        check(status)
        nil
      end

      def operation_wait(operation, timeout_ms)
        error_json = cell
        status = OPERATION_WAIT.call(operation, timeout_ms, error_json.to_i)
        check(status, error_json)
        nil
      end

      def operation_next(operation, timeout_ms)
        out = cell
        error_json = cell
        status = OPERATION_NEXT.call(operation, timeout_ms, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def operation_status(operation)
        out_ended = cell
        out_status = cell
        status = OPERATION_STATUS.call(operation, out_ended.to_i, out_status.to_i)
        check(status)
        [value(out_ended, "C") == 1, value(out_status, "l")]
      end

      def operation_fd(operation)
        out_fd = cell
        status = OPERATION_FD.call(operation, out_fd.to_i)
        check(status)
        value(out_fd, "l")
      end

      def operation_response(operation)
        length = cell
        slice(OPERATION_RESPONSE.call(operation, length.to_i), value(length))
      end

      def operation_cancel(operation)
        status = OPERATION_CANCEL.call(operation)
        check(status)
        nil
      end

      def operation_release(operation)
        status = OPERATION_RELEASE.call(operation)
        check(status)
        nil
      end

      def operation_arrow_stream(operation, columns_json, out)
        error_json = cell
        status = OPERATION_ARROW_STREAM.call(operation, columns_json, out, error_json.to_i)
        check(status, error_json)
        nil
      end

      def operation_arrow_table(operation, columns_json, out)
        error_json = cell
        status = OPERATION_ARROW_TABLE.call(operation, columns_json, out, error_json.to_i)
        check(status, error_json)
        nil
      end

      def operation_arrow_wait(operation, timeout_ms)
        error_json = cell
        status = OPERATION_ARROW_WAIT.call(operation, timeout_ms, error_json.to_i)
        check(status, error_json)
        nil
      end

      def operation_arrow_finish(operation)
        status = OPERATION_ARROW_FINISH.call(operation)
        check(status)
        nil
      end

      def update_status(update)
        status = UPDATE_STATUS.call(update)
        check(status)
        nil
      end

      def update_page_index(update)
        out = cell
        status = UPDATE_PAGE_INDEX.call(update, out.to_i)
        check(status)
        value(out)
      end

      def update_is_change(update)
        out = cell
        status = UPDATE_IS_CHANGE.call(update, out.to_i)
        check(status)
        value(out, "C") == 1
      end

      def update_output(update)
        length = cell
        slice(UPDATE_OUTPUT.call(update, length.to_i), value(length))
      end

      def update_finish(update)
        status = UPDATE_FINISH.call(update)
        check(status)
        nil
      end

      def update_nested(update)
        out_incomplete = cell
        out_unknown = cell
        status = UPDATE_NESTED.call(update, out_incomplete.to_i, out_unknown.to_i)
        check(status)
        [value(out_incomplete), value(out_unknown)]
      end

      def update_retain(update)
        status = UPDATE_RETAIN.call(update)
        check(status)
        nil
      end

      def update_release(update)
        status = UPDATE_RELEASE.call(update)
        check(status)
        nil
      end

      def page_retain(page)
        status = PAGE_RETAIN.call(page)
        check(status)
        nil
      end

      def page_release(page)
        status = PAGE_RELEASE.call(page)
        check(status)
        nil
      end

      def page_response(page)
        length = cell
        slice(PAGE_RESPONSE.call(page, length.to_i), value(length))
      end

      def page_data(page)
        length = cell
        slice(PAGE_DATA.call(page, length.to_i), value(length))
      end

      def page_items(page)
        length = cell
        slice(PAGE_ITEMS.call(page, length.to_i), value(length))
      end

      def page_model(page)
        length = cell
        slice(PAGE_MODEL.call(page, length.to_i), value(length))
      end

      def page_errors(page)
        length = cell
        slice(PAGE_ERRORS.call(page, length.to_i), value(length))
      end

      def page_info(page)
        length = cell
        slice(PAGE_INFO.call(page, length.to_i), value(length))
      end

      def page_nested(page)
        length = cell
        slice(PAGE_NESTED.call(page, length.to_i), value(length))
      end

      def page_extensions(page)
        length = cell
        slice(PAGE_EXTENSIONS.call(page, length.to_i), value(length))
      end

      def page_header(page, name)
        length = cell
        slice(PAGE_HEADER.call(page, name, length.to_i), value(length))
      end

      def page_headers(page)
        length = cell
        slice(PAGE_HEADERS.call(page, length.to_i), value(length))
      end

      def page_item(page, index)
        length = cell
        slice(PAGE_ITEM.call(page, index, length.to_i), value(length))
      end

      def page_spans(page, nodes)
        count = cell
        slice(PAGE_SPANS.call(page, nodes ? 1 : 0, count.to_i), 16 * value(count))&.unpack("Q*")
      end

      def page_ndjson(page)
        length = cell
        slice(PAGE_NDJSON.call(page, length.to_i), value(length))
      end

      def page_arrow(page, columns_json, out_schema, out_array)
        error_json = cell
        status = PAGE_ARROW.call(page, columns_json, out_schema, out_array, error_json.to_i)
        check(status, error_json)
        nil
      end

      def table_create(columns_json)
        out = cell
        error_json = cell
        status = TABLE_CREATE.call(columns_json, out.to_i, error_json.to_i)
        check(status, error_json)
        value(out)
      end

      def table_add(table, page)
        error_json = cell
        status = TABLE_ADD.call(table, page, error_json.to_i)
        check(status, error_json)
        nil
      end

      def table_add_rows(table, rows_json, length)
        error_json = cell
        status = TABLE_ADD_ROWS.call(table, rows_json, length, error_json.to_i)
        check(status, error_json)
        nil
      end

      def table_fit(table, rows_json, length)
        error_json = cell
        status = TABLE_FIT.call(table, rows_json, length, error_json.to_i)
        check(status, error_json)
        nil
      end

      def table_take(table, out_schema, out_array)
        error_json = cell
        status = TABLE_TAKE.call(table, out_schema, out_array, error_json.to_i)
        check(status, error_json)
        nil
      end

      def table_release(table)
        status = TABLE_RELEASE.call(table)
        check(status)
        nil
      end
    end
  end
end
