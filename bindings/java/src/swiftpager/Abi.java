// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

package swiftpager;

import com.sun.jna.Callback;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The functions of the library as they are, and what reads their results. */
final class Abi {
    static final int CONTRACT = 7;
    static final int OK = 0;

    static {
        String name = System.getenv().getOrDefault("SWIFTPAGER_LIBRARY", "libswiftpager.so.0");
        Native.register(Abi.class, NativeLibrary.getInstance(name, Map.of("string-encoding", "UTF-8")));
        if (swiftpager_abi_version() < CONTRACT) {
            throw new UnsatisfiedLinkError("this needs contract " + CONTRACT + " of " + name);
        }
    }

    private Abi() {}

    interface CompletionCb extends Callback {
        void call(long userData, int status, long errorJson);
    }

    interface UpdateCb extends Callback {
        void call(long userData, long update);
    }

    interface EventCb extends Callback {
        void call(long userData, long eventJson);
    }

    interface AuthorizeCb extends Callback {
        void call(long userData, long authorization, long reason);
    }

    interface DestroyCb extends Callback {
        void call(long userData);
    }

    static native String swiftpager_version();
    static native int swiftpager_abi_version();
    static native String swiftpager_status_name(int status);
    static native void swiftpager_free(long memory);
    static native long swiftpager_alloc(long size);
    static native String swiftpager_last_error();
    static native int swiftpager_callback_abandon();
    static native int swiftpager_client_create(String configJson, long transport, long[] out, long[] errorJson);
    static native int swiftpager_client_create_with_endpoint(
            String endpoint, String configJson, long transport, long[] out, long[] errorJson);
    static native int swiftpager_client_execute(
            long client, String requestJson, CompletionCb completion, long userData, DestroyCb destroy, long[] out,
            long[] errorJson);
    static native int swiftpager_client_cache_write(long client, String key, String fieldsJson, long[] errorJson);
    static native int swiftpager_client_cache_read(long client, String key, long[] outJson, long[] errorJson);
    static native int swiftpager_client_cache_evict(long client, String key, long[] errorJson);
    static native int swiftpager_client_cache_clear(long client, long[] errorJson);
    static native int swiftpager_client_dispatch(long client, int timeoutMs, int max, int[] outCount);
    static native int swiftpager_client_fd(long client, int[] outFd);
    static native int swiftpager_client_wake(long client);
    static native int swiftpager_client_observe(long client, EventCb onEvent, long userData, DestroyCb destroy);
    static native int swiftpager_client_observe_kinds(
            long client, String kindsJson, EventCb onEvent, long userData, DestroyCb destroy, long[] errorJson);
    static native int swiftpager_client_set_authorizer(
            long client, AuthorizeCb authorize, long userData, DestroyCb destroy, long[] errorJson);
    static native int swiftpager_authorization_complete(long authorization, String headersJson);
    static native int swiftpager_authorization_fail(long authorization, String message);
    static native int swiftpager_client_shutdown(long client, int timeoutMs);
    static native int swiftpager_client_release(long client);
    static native int swiftpager_client_unref(long client);
    static native String swiftpager_request_url(long request);
    static native String swiftpager_request_method(long request);
    static native String swiftpager_request_headers(long request);
    static native long swiftpager_request_body(long request, long[] length);
    static native int swiftpager_request_complete(
            long request, int status, String headersJson, byte[] body, long length);
    static native int swiftpager_request_fail(long request, String message);
    static native int swiftpager_pager_create(long client, String configJson, long hooks, long[] out, long[] errorJson);
    static native int swiftpager_pager_create_with_query(
            long client, String query, String variablesJson, String configJson, long hooks, long[] out, long[]
            errorJson);
    static native int swiftpager_pager_fetch(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy, long[] out,
            long[] errorJson);
    static native int swiftpager_pager_refetch(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy, long[] out,
            long[] errorJson);
    static native int swiftpager_pager_load_next(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy, long[] out,
            long[] errorJson);
    static native int swiftpager_pager_load_previous(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy, long[] out,
            long[] errorJson);
    static native int swiftpager_pager_load_all(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy, long[] out,
            long[] errorJson);
    static native int swiftpager_pager_reset(long pager);
    static native int swiftpager_pager_can_load_next(long pager, byte[] out);
    static native int swiftpager_pager_can_load_previous(long pager, byte[] out);
    static native int swiftpager_pager_current(long pager, long[] out);
    static native int swiftpager_pager_state(long pager, long[] outJson);
    static native int swiftpager_pager_resume_token(long pager, long[] outJson);
    static native int swiftpager_pager_checkpoint(long pager, long[] outJson);
    static native int swiftpager_pager_release(long pager);
    static native int swiftpager_pager_unref(long pager);
    static native int swiftpager_pager_subscribe(
            long pager, UpdateCb onUpdate, long userData, DestroyCb destroy, long[] out);
    static native int swiftpager_subscription_next(long subscription, int timeoutMs, long[] out);
    static native int swiftpager_subscription_fd(long subscription, int[] outFd);
    static native int swiftpager_subscription_cancel(long subscription);
    static native int swiftpager_subscription_release(long subscription);
    static native int swiftpager_operation_wait(long operation, int timeoutMs, long[] errorJson);
    static native int swiftpager_operation_next(long operation, int timeoutMs, long[] out, long[] errorJson);
    static native int swiftpager_operation_status(long operation, byte[] outEnded, int[] outStatus);
    static native int swiftpager_operation_fd(long operation, int[] outFd);
    static native long swiftpager_operation_response(long operation, long[] length);
    static native int swiftpager_operation_cancel(long operation);
    static native int swiftpager_operation_release(long operation);
    static native int swiftpager_operation_arrow_stream(long operation, String columnsJson, long out, long[] errorJson);
    static native int swiftpager_operation_arrow_table(long operation, String columnsJson, long out, long[] errorJson);
    static native int swiftpager_operation_arrow_wait(long operation, int timeoutMs, long[] errorJson);
    static native int swiftpager_operation_arrow_finish(long operation);
    static native int swiftpager_update_status(long update);
    static native String swiftpager_update_error(long update);
    static native int swiftpager_update_source(long update);
    static native long swiftpager_update_page_count(long update);
    static native long swiftpager_update_last_page(long update);
    static native long swiftpager_update_page_at(long update, long index);
    static native int swiftpager_update_page_index(long update, long[] out);
    static native int swiftpager_update_is_change(long update, byte[] out);
    static native long swiftpager_update_output(long update, long[] length);
    static native int swiftpager_update_finish(long update);
    static native int swiftpager_update_nested(long update, long[] outIncomplete, long[] outUnknown);
    static native int swiftpager_update_retain(long update);
    static native int swiftpager_update_release(long update);
    static native int swiftpager_page_retain(long page);
    static native int swiftpager_page_release(long page);
    static native long swiftpager_page_response(long page, long[] length);
    static native long swiftpager_page_data(long page, long[] length);
    static native long swiftpager_page_items(long page, long[] length);
    static native long swiftpager_page_model(long page, long[] length);
    static native long swiftpager_page_item_count(long page);
    static native int swiftpager_page_kind(long page);
    static native long swiftpager_page_errors(long page, long[] length);
    static native long swiftpager_page_info(long page, long[] length);
    static native long swiftpager_page_nested(long page, long[] length);
    static native long swiftpager_page_extensions(long page, long[] length);
    static native long swiftpager_page_header(long page, String name, long[] length);
    static native long swiftpager_page_headers(long page, long[] length);
    static native long swiftpager_page_item(long page, long index, long[] length);
    static native long swiftpager_page_spans(long page, byte nodes, long[] count);
    static native long swiftpager_page_ndjson(long page, long[] length);
    static native int swiftpager_page_arrow(
            long page, String columnsJson, long outSchema, long outArray, long[] errorJson);
    static native int swiftpager_table_create(String columnsJson, long[] out, long[] errorJson);
    static native int swiftpager_table_add(long table, long page, long[] errorJson);
    static native int swiftpager_table_add_rows(long table, byte[] rowsJson, long length, long[] errorJson);
    static native int swiftpager_table_fit(long table, byte[] rowsJson, long length, long[] errorJson);
    static native int swiftpager_table_take(long table, long outSchema, long outArray, long[] errorJson);
    static native int swiftpager_table_release(long table);

    // The same without the places for their results: they return these, or throw the error.


    static String version() {
        return swiftpager_version();
    }

    static String statusName(int status) {
        return swiftpager_status_name(status);
    }

    static String lastError() {
        return swiftpager_last_error();
    }

    static void callbackAbandon() {
        check(swiftpager_callback_abandon());
    }

    static long clientCreate(String configJson, long transport) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_client_create(configJson, transport, out, errorJson), errorJson);
        return out[0];
    }

    static long clientCreateWithEndpoint(String endpoint, String configJson, long transport) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_client_create_with_endpoint(endpoint, configJson, transport, out, errorJson), errorJson);
        return out[0];
    }

    static long clientExecute(
            long client, String requestJson, CompletionCb completion, long userData, DestroyCb destroy) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_client_execute(client, requestJson, completion, userData, destroy, out, errorJson), errorJson);
        return out[0];
    }

    static void clientCacheWrite(long client, String key, String fieldsJson) {
        long[] errorJson = new long[1];
        check(swiftpager_client_cache_write(client, key, fieldsJson, errorJson), errorJson);
    }

    static String clientCacheRead(long client, String key) {
        long[] outJson = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_client_cache_read(client, key, outJson, errorJson), errorJson);
        return taken(outJson[0]);
    }

    static void clientCacheEvict(long client, String key) {
        long[] errorJson = new long[1];
        check(swiftpager_client_cache_evict(client, key, errorJson), errorJson);
    }

    static void clientCacheClear(long client) {
        long[] errorJson = new long[1];
        check(swiftpager_client_cache_clear(client, errorJson), errorJson);
    }

    static int clientDispatch(long client, int timeoutMs, int max) {
        int[] outCount = new int[1];
        check(swiftpager_client_dispatch(client, timeoutMs, max, outCount));
        return outCount[0];
    }

    static int clientFd(long client) {
        int[] outFd = new int[1];
        check(swiftpager_client_fd(client, outFd));
        return outFd[0];
    }

    static void clientWake(long client) {
        check(swiftpager_client_wake(client));
    }

    static void clientObserve(long client, EventCb onEvent, long userData, DestroyCb destroy) {
        check(swiftpager_client_observe(client, onEvent, userData, destroy));
    }

    static void clientObserveKinds(long client, String kindsJson, EventCb onEvent, long userData, DestroyCb destroy) {
        long[] errorJson = new long[1];
        check(swiftpager_client_observe_kinds(client, kindsJson, onEvent, userData, destroy, errorJson), errorJson);
    }

    static void clientSetAuthorizer(long client, AuthorizeCb authorize, long userData, DestroyCb destroy) {
        long[] errorJson = new long[1];
        check(swiftpager_client_set_authorizer(client, authorize, userData, destroy, errorJson), errorJson);
    }

    static void authorizationComplete(long authorization, String headersJson) {
        check(swiftpager_authorization_complete(authorization, headersJson));
    }

    static void authorizationFail(long authorization, String message) {
        check(swiftpager_authorization_fail(authorization, message));
    }

    static void clientShutdown(long client, int timeoutMs) {
        check(swiftpager_client_shutdown(client, timeoutMs));
    }

    static void clientRelease(long client) {
        check(swiftpager_client_release(client));
    }

    static void clientUnref(long client) {
        check(swiftpager_client_unref(client));
    }

    static String requestUrl(long request) {
        return swiftpager_request_url(request);
    }

    static String requestMethod(long request) {
        return swiftpager_request_method(request);
    }

    static String requestHeaders(long request) {
        return swiftpager_request_headers(request);
    }

    static String requestBody(long request) {
        long[] length = new long[1];
        long address = swiftpager_request_body(request, length);
        return slice(address, length[0]);
    }

    static void requestComplete(long request, int status, String headersJson, byte[] body, long length) {
        check(swiftpager_request_complete(request, status, headersJson, body, length));
    }

    static void requestFail(long request, String message) {
        check(swiftpager_request_fail(request, message));
    }

    static long pagerCreate(long client, String configJson, long hooks) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_pager_create(client, configJson, hooks, out, errorJson), errorJson);
        return out[0];
    }

    static long pagerCreateWithQuery(long client, String query, String variablesJson, String configJson, long hooks) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(
                swiftpager_pager_create_with_query(client, query, variablesJson, configJson, hooks, out, errorJson),
                errorJson);
        return out[0];
    }

    static long pagerFetch(long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_pager_fetch(pager, optionsJson, completion, userData, destroy, out, errorJson), errorJson);
        return out[0];
    }

    static long pagerRefetch(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_pager_refetch(pager, optionsJson, completion, userData, destroy, out, errorJson), errorJson);
        return out[0];
    }

    static long pagerLoadNext(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_pager_load_next(pager, optionsJson, completion, userData, destroy, out, errorJson), errorJson);
        return out[0];
    }

    static long pagerLoadPrevious(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(
                swiftpager_pager_load_previous(pager, optionsJson, completion, userData, destroy, out, errorJson),
                errorJson);
        return out[0];
    }

    static long pagerLoadAll(
            long pager, String optionsJson, CompletionCb completion, long userData, DestroyCb destroy) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_pager_load_all(pager, optionsJson, completion, userData, destroy, out, errorJson), errorJson);
        return out[0];
    }

    static void pagerReset(long pager) {
        check(swiftpager_pager_reset(pager));
    }

    static boolean pagerCanLoadNext(long pager) {
        byte[] out = new byte[1];
        check(swiftpager_pager_can_load_next(pager, out));
        return out[0] != 0;
    }

    static boolean pagerCanLoadPrevious(long pager) {
        byte[] out = new byte[1];
        check(swiftpager_pager_can_load_previous(pager, out));
        return out[0] != 0;
    }

    static long pagerCurrent(long pager) {
        long[] out = new long[1];
        check(swiftpager_pager_current(pager, out));
        return out[0];
    }

    static String pagerState(long pager) {
        long[] outJson = new long[1];
        check(swiftpager_pager_state(pager, outJson));
        return taken(outJson[0]);
    }

    static String pagerResumeToken(long pager) {
        long[] outJson = new long[1];
        check(swiftpager_pager_resume_token(pager, outJson));
        return taken(outJson[0]);
    }

    static String pagerCheckpoint(long pager) {
        long[] outJson = new long[1];
        check(swiftpager_pager_checkpoint(pager, outJson));
        return taken(outJson[0]);
    }

    static void pagerRelease(long pager) {
        check(swiftpager_pager_release(pager));
    }

    static void pagerUnref(long pager) {
        check(swiftpager_pager_unref(pager));
    }

    static long pagerSubscribe(long pager, UpdateCb onUpdate, long userData, DestroyCb destroy) {
        long[] out = new long[1];
        check(swiftpager_pager_subscribe(pager, onUpdate, userData, destroy, out));
        return out[0];
    }

    static long subscriptionNext(long subscription, int timeoutMs) {
        long[] out = new long[1];
        check(swiftpager_subscription_next(subscription, timeoutMs, out));
        return out[0];
    }

    static int subscriptionFd(long subscription) {
        int[] outFd = new int[1];
        check(swiftpager_subscription_fd(subscription, outFd));
        return outFd[0];
    }

    static void subscriptionCancel(long subscription) {
        check(swiftpager_subscription_cancel(subscription));
    }

    static void subscriptionRelease(long subscription) {
        check(swiftpager_subscription_release(subscription));
    }

    static void operationWait(long operation, int timeoutMs) {
        long[] errorJson = new long[1];
        check(swiftpager_operation_wait(operation, timeoutMs, errorJson), errorJson);
    }

    static long operationNext(long operation, int timeoutMs) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_operation_next(operation, timeoutMs, out, errorJson), errorJson);
        return out[0];
    }

    static int operationFd(long operation) {
        int[] outFd = new int[1];
        check(swiftpager_operation_fd(operation, outFd));
        return outFd[0];
    }

    static String operationResponse(long operation) {
        long[] length = new long[1];
        long address = swiftpager_operation_response(operation, length);
        return slice(address, length[0]);
    }

    static void operationCancel(long operation) {
        check(swiftpager_operation_cancel(operation));
    }

    static void operationRelease(long operation) {
        check(swiftpager_operation_release(operation));
    }

    static void operationArrowStream(long operation, String columnsJson, long out) {
        long[] errorJson = new long[1];
        check(swiftpager_operation_arrow_stream(operation, columnsJson, out, errorJson), errorJson);
    }

    static void operationArrowTable(long operation, String columnsJson, long out) {
        long[] errorJson = new long[1];
        check(swiftpager_operation_arrow_table(operation, columnsJson, out, errorJson), errorJson);
    }

    static void operationArrowWait(long operation, int timeoutMs) {
        long[] errorJson = new long[1];
        check(swiftpager_operation_arrow_wait(operation, timeoutMs, errorJson), errorJson);
    }

    static void operationArrowFinish(long operation) {
        check(swiftpager_operation_arrow_finish(operation));
    }

    static void updateStatus(long update) {
        check(swiftpager_update_status(update));
    }

    static String updateError(long update) {
        return swiftpager_update_error(update);
    }

    static long updatePageIndex(long update) {
        long[] out = new long[1];
        check(swiftpager_update_page_index(update, out));
        return out[0];
    }

    static boolean updateIsChange(long update) {
        byte[] out = new byte[1];
        check(swiftpager_update_is_change(update, out));
        return out[0] != 0;
    }

    static String updateOutput(long update) {
        long[] length = new long[1];
        long address = swiftpager_update_output(update, length);
        return slice(address, length[0]);
    }

    static void updateFinish(long update) {
        check(swiftpager_update_finish(update));
    }

    static void updateRetain(long update) {
        check(swiftpager_update_retain(update));
    }

    static void updateRelease(long update) {
        check(swiftpager_update_release(update));
    }

    static void pageRetain(long page) {
        check(swiftpager_page_retain(page));
    }

    static void pageRelease(long page) {
        check(swiftpager_page_release(page));
    }

    static String pageResponse(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_response(page, length);
        return slice(address, length[0]);
    }

    static String pageData(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_data(page, length);
        return slice(address, length[0]);
    }

    static String pageItems(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_items(page, length);
        return slice(address, length[0]);
    }

    static String pageModel(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_model(page, length);
        return slice(address, length[0]);
    }

    static String pageErrors(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_errors(page, length);
        return slice(address, length[0]);
    }

    static String pageInfo(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_info(page, length);
        return slice(address, length[0]);
    }

    static String pageNested(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_nested(page, length);
        return slice(address, length[0]);
    }

    static String pageExtensions(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_extensions(page, length);
        return slice(address, length[0]);
    }

    static String pageHeader(long page, String name) {
        long[] length = new long[1];
        long address = swiftpager_page_header(page, name, length);
        return slice(address, length[0]);
    }

    static String pageHeaders(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_headers(page, length);
        return slice(address, length[0]);
    }

    static String pageItem(long page, long index) {
        long[] length = new long[1];
        long address = swiftpager_page_item(page, index, length);
        return slice(address, length[0]);
    }

    static String pageNdjson(long page) {
        long[] length = new long[1];
        long address = swiftpager_page_ndjson(page, length);
        return slice(address, length[0]);
    }

    static void pageArrow(long page, String columnsJson, long outSchema, long outArray) {
        long[] errorJson = new long[1];
        check(swiftpager_page_arrow(page, columnsJson, outSchema, outArray, errorJson), errorJson);
    }

    static long tableCreate(String columnsJson) {
        long[] out = new long[1];
        long[] errorJson = new long[1];
        check(swiftpager_table_create(columnsJson, out, errorJson), errorJson);
        return out[0];
    }

    static void tableAdd(long table, long page) {
        long[] errorJson = new long[1];
        check(swiftpager_table_add(table, page, errorJson), errorJson);
    }

    static void tableAddRows(long table, byte[] rowsJson, long length) {
        long[] errorJson = new long[1];
        check(swiftpager_table_add_rows(table, rowsJson, length, errorJson), errorJson);
    }

    static void tableFit(long table, byte[] rowsJson, long length) {
        long[] errorJson = new long[1];
        check(swiftpager_table_fit(table, rowsJson, length, errorJson), errorJson);
    }

    static void tableTake(long table, long outSchema, long outArray) {
        long[] errorJson = new long[1];
        check(swiftpager_table_take(table, outSchema, outArray, errorJson), errorJson);
    }

    static void tableRelease(long table) {
        check(swiftpager_table_release(table));
    }

    /** The text at an address, copied; null for 0. */
    static String lent(long address) {
        return address == 0 ? null : new Pointer(address).getString(0, "UTF-8");
    }

    /** The text that a call has handed out: copied and freed. */
    static String taken(long address) {
        String text = lent(address);
        swiftpager_free(address);
        return text;
    }

    /** The bytes at an address as text; null for 0. */
    static String slice(long address, long length) {
        return address == 0 ? null : new String(bytes(address, length), StandardCharsets.UTF_8);
    }

    /** A copy of the bytes at an address. */
    static byte[] bytes(long address, long length) {
        return new Pointer(address).getByteArray(0, Math.toIntExact(length));
    }

    /** Throws the error of a call that has an error object of its own. */
    static void check(int status, long[] errorJson) {
        if (status != OK) {
            throw new SwiftpagerException(status, taken(errorJson[0]));
        }
    }

    /** Throws the error of any other call. */
    static void check(int status) {
        if (status != OK) {
            throw new SwiftpagerException(status, swiftpager_last_error());
        }
    }
}
