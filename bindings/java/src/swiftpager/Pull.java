package swiftpager;

import java.util.HashMap;
import java.util.Map;

/** An operation that is pulled, and the update in hand. It needs neither its pager nor its client. */
final class Pull extends Handle {
    /** One of the functions that load. */
    interface Load {
        long start(long pager, String options, Abi.CompletionCb completion, long userData, Abi.DestroyCb destroy);
    }

    private final long[] update;
    private final long[] error = new long[1];

    Pull(Load load, Pager pager, Map<String, ?> options) {
        this(pager.use(key -> load.start(key, text(options), null, 0, null)), new long[1]);
    }

    private Pull(long handle, long[] update) {
        super(handle, operation -> release(operation, update), operation -> release(operation, update));
        this.update = update;
    }

    private static String text(Map<String, ?> options) {
        return Json.encode(with(with(options, "failed_pages", false), "pull", true));
    }

    /** Options with a default. */
    static Map<String, Object> with(Map<String, ?> options, String key, Object value) {
        Map<String, Object> all = new HashMap<>(options);
        all.putIfAbsent(key, value);
        return all;
    }

    private static void release(long operation, long[] update) {
        Abi.swiftpager_update_release(update[0]);
        Abi.swiftpager_operation_release(operation);
    }

    /** Whether there is another update, which takes the place of the one in hand. */
    boolean next() {
        Abi.swiftpager_update_release(update[0]);
        Abi.check(use(key -> Calls.wait(null, time -> Abi.swiftpager_operation_next(key, time, update, error))), error);
        return update[0] != 0;
    }

    /** The update in hand. */
    long update() {
        return update[0];
    }

    void cancel() {
        Abi.swiftpager_operation_cancel(handle);
    }
}
