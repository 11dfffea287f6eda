package swiftpager;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * The functions of swiftpager.h that this binding uses, by JNA, and what reads their results. Handles are numbers. No
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
            long client, String request, long completion, long userData, long destroy, long[] out, long error);
    static native int swiftpager_client_cache_write(long client, String key, String fields, long error);
    static native int swiftpager_client_cache_read(long client, String key, long[] out, long error);
    static native int swiftpager_client_cache_evict(long client, String key, long error);
    static native int swiftpager_client_cache_clear(long client, long error);
    static native int swiftpager_client_close(long client, int timeoutMs);
    static native int swiftpager_client_release(long client);
    static native int swiftpager_pager_create(
            long client, String query, String config, long hooks, long[] out, long error);
    static native int swiftpager_pager_fetch(
            long pager, String options, long completion, long userData, long destroy, long[] out, long error);
    static native int swiftpager_pager_load_next(
            long pager, String options, long completion, long userData, long destroy, long[] out, long error);
    static native int swiftpager_pager_load_previous(
            long pager, String options, long completion, long userData, long destroy, long[] out, long error);
    static native int swiftpager_pager_walk(long pager, String options, long[] out, long error);
    static native int swiftpager_pager_reset(long pager);
    static native int swiftpager_pager_can_load(long pager, int direction, byte[] out);
    static native int swiftpager_pager_current(long pager, long[] out);
    static native int swiftpager_pager_state(long pager, long[] out);
    static native int swiftpager_pager_resume_token(long pager, long[] out);
    static native int swiftpager_pager_checkpoint(long pager, long[] out);
    static native int swiftpager_pager_close(long pager);
    static native int swiftpager_pager_release(long pager);
    static native int swiftpager_pager_subscribe(long pager, long onUpdate, long userData, long destroy, long[] out);
    static native int swiftpager_subscription_next(long subscription, int timeoutMs, long[] out);
    static native int swiftpager_subscription_close(long subscription);
    static native int swiftpager_subscription_release(long subscription);
    static native int swiftpager_operation_wait(long operation, int timeoutMs, long error);
    static native int swiftpager_operation_next(long operation, int timeoutMs, long[] out, long error);
    static native long swiftpager_operation_response(long operation, long[] length);
    static native int swiftpager_operation_close(long operation);
    static native int swiftpager_operation_release(long operation);
    static native int swiftpager_update_status(long update);
    static native String swiftpager_update_error(long update);
    static native int swiftpager_update_source(long update, byte[] outIsChange);
    static native long swiftpager_update_page_count(long update);
    static native long swiftpager_update_page(long update, long[] outIndex);
    static native long swiftpager_update_page_at(long update, long index);
    static native long swiftpager_update_output(long update, long[] length);
    static native int swiftpager_update_finish(long update);
    static native int swiftpager_update_retain(long update);
    static native int swiftpager_update_release(long update);
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

    /** A text to pass: C would cut it off at a NUL. */
    static String whole(String text) {
        if (text != null && text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a text has a NUL: " + text.replace('\0', '␀'));
        }
        return text;
    }

    /** The text that a call has handed out: copied and freed; null if there is none. */
    static String taken(long address) {
        String text = address == 0 ? null : new Pointer(address).getString(0, "UTF-8");
        swiftpager_free(address);
        return text;
    }

    /** A call that reads a part of a handle's object as a text, and puts its length into a place. */
    interface Part {
        long read(long handle, long[] length);
    }

    /** A copy of the text of a part; null if the object has no such part. */
    static String text(long handle, Part part) {
        long[] length = new long[1];
        long address = part.read(handle, length);
        return address == 0 ? null : new String(bytes(address, length[0]), StandardCharsets.UTF_8);
    }

    /** A copy of the bytes at an address. */
    static byte[] bytes(long address, long length) {
        return new Pointer(address).getByteArray(0, Math.toIntExact(length));
    }
}
