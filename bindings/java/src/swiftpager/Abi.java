package swiftpager;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * The functions of swiftpager.h that this binding uses, by JNA, and what reads their results. The key of a `Handle` is
 * a pointer, so that the collector leaves it alone during a call. What calls hand out is a number, and so is a page. No
 * call has a place for its error: the library keeps it for the thread of the call.
 */
final class Abi {
    private static final int CONTRACT = 1;
    /** How long a call waits at a time; in between the thread looks whether it was interrupted. */
    private static final int SLICE_MS = 100;

    static {
        String name = System.getenv().getOrDefault("SWIFTPAGER_LIBRARY", "libswiftpager.so.0");
        try {
            Native.register(Abi.class, NativeLibrary.getInstance(name, Map.of("string-encoding", "UTF-8")));
        } catch (UnsatisfiedLinkError failure) {
            throw (Error) new UnsatisfiedLinkError(
                    name + " cannot be loaded: install libswiftpager, or name its file in SWIFTPAGER_LIBRARY")
                    .initCause(failure);
        }
        if (swiftpager_abi_version() < CONTRACT) {
            throw new UnsatisfiedLinkError("this needs contract " + CONTRACT + " of " + name);
        }
    }

    private Abi() {}

    static native int swiftpager_abi_version();
    static native String swiftpager_status_name(int status);
    static native void swiftpager_free(long memory);
    static native String swiftpager_last_error();
    static native int swiftpager_client_create(String endpoint, String config, long transport, long[] out, long error);
    static native int swiftpager_client_execute(
            Pointer client, String request, long completion, long userData, long destroy, long[] out, long error);
    static native int swiftpager_client_cache_write(Pointer client, String key, String fields, long error);
    static native int swiftpager_client_cache_read(Pointer client, String key, long[] out, long error);
    static native int swiftpager_client_cache_evict(Pointer client, String key, long error);
    static native int swiftpager_client_cache_clear(Pointer client, long error);
    static native int swiftpager_client_close(Pointer client, int timeoutMs);
    static native int swiftpager_client_release(Pointer client);
    static native int swiftpager_pager_create(
            Pointer client, String query, String config, long hooks, long[] out, long error);
    static native int swiftpager_pager_fetch(
            Pointer pager, String options, long completion, long userData, long destroy, long[] out, long error);
    static native int swiftpager_pager_load_next(
            Pointer pager, String options, long completion, long userData, long destroy, long[] out, long error);
    static native int swiftpager_pager_load_previous(
            Pointer pager, String options, long completion, long userData, long destroy, long[] out, long error);
    static native int swiftpager_pager_walk(Pointer pager, String options, long[] out, long error);
    static native int swiftpager_pager_reset(Pointer pager);
    static native int swiftpager_pager_can_load(Pointer pager, int direction, byte[] out);
    static native int swiftpager_pager_current(Pointer pager, long[] out);
    static native int swiftpager_pager_state(Pointer pager, long[] out);
    static native int swiftpager_pager_resume_token(Pointer pager, long[] out);
    static native int swiftpager_pager_checkpoint(Pointer pager, long[] out);
    static native int swiftpager_pager_close(Pointer pager);
    static native int swiftpager_pager_release(Pointer pager);
    static native int swiftpager_pager_subscribe(Pointer pager, long onUpdate, long userData, long destroy, long[] out);
    static native int swiftpager_subscription_next(Pointer subscription, int timeoutMs, long[] out);
    static native int swiftpager_subscription_close(Pointer subscription);
    static native int swiftpager_subscription_release(Pointer subscription);
    static native int swiftpager_operation_wait(Pointer operation, int timeoutMs, long error);
    static native int swiftpager_operation_next(Pointer operation, int timeoutMs, long[] out, long error);
    static native long swiftpager_operation_response(Pointer operation, long[] length);
    static native int swiftpager_operation_close(Pointer operation);
    static native int swiftpager_operation_release(Pointer operation);
    static native int swiftpager_update_status(Pointer update);
    static native String swiftpager_update_error(Pointer update);
    static native int swiftpager_update_source(Pointer update, byte[] outIsChange);
    static native long swiftpager_update_page_count(Pointer update);
    static native long swiftpager_update_page(Pointer update, long[] outIndex);
    static native long swiftpager_update_page_at(Pointer update, long index);
    static native long swiftpager_update_output(Pointer update, long[] length);
    static native int swiftpager_update_finish(Pointer update);
    static native int swiftpager_update_release(Pointer update);
    static native long swiftpager_page_response(long page, long[] length);
    static native long swiftpager_page_data(long page, long[] length);
    static native long swiftpager_page_item_count(long page);
    static native int swiftpager_page_kind(long page);
    static native long swiftpager_page_errors(long page, long[] length);
    static native long swiftpager_page_info(long page, long[] length);
    static native long swiftpager_page_extensions(long page, long[] length);
    static native long swiftpager_page_header(long page, String name, long[] length);
    static native long swiftpager_page_spans(long page, byte nodes, long[] count);

    /** Throws the error of the thread's last call. */
    static void check(int status) {
        if (status != Status.OK.code) {
            throw new SwiftpagerException(status, swiftpager_last_error());
        }
    }

    /** What a call puts into a place. */
    static long got(ToIntFunction<long[]> call) {
        long[] out = new long[1];
        check(call.applyAsInt(out));
        return out[0];
    }

    /** Repeats a call until it has a status, or until the time is over; null: the time has no limit. */
    static int waited(Duration timeout, IntUnaryOperator call) {
        long end = timeout == null ? 0 : System.nanoTime() + timeout.toNanos();
        while (true) {
            long left = timeout == null ? SLICE_MS : Math.max(end - System.nanoTime() + 999_999, 0) / 1_000_000;
            int status = call.applyAsInt((int) Math.min(left, SLICE_MS));
            if (status != Status.INTERRUPTED.code && (status != Status.TIMEOUT.code || left == 0)) {
                return status;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new SwiftpagerException(Status.INTERRUPTED.code, null);
            }
        }
    }

    /** The value with a number; null for one that a newer library may have. */
    static <T> T numbered(T[] values, int number) {
        return number < values.length ? values[number] : null;
    }

    /** A text to pass: C would cut it off at a NUL. */
    static String whole(String text) {
        if (text != null && text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a text has a NUL: " + text.replace('\0', '␀'));
        }
        return text;
    }

    /** Copies the text that a call puts out, and frees it; null if the call puts out none. */
    static String taken(ToIntFunction<long[]> call) {
        long address = got(call);
        String text = address == 0 ? null : new Pointer(address).getString(0, "UTF-8");
        swiftpager_free(address);
        return text;
    }

    /** A copy of a part of what has a key: the call returns its address, and puts its length out; null for none. */
    static String text(Pointer key, ToLongFunction<long[]> call) {
        long[] length = new long[1];
        long address = call.applyAsLong(length);
        String text = address == 0 ? null : new String(bytes(address, length[0]), StandardCharsets.UTF_8);
        Reference.reachabilityFence(key);
        return text;
    }

    /** A copy of the bytes at an address. */
    static byte[] bytes(long address, long length) {
        return new Pointer(address).getByteArray(0, Math.toIntExact(length));
    }
}
