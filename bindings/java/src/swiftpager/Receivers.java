package swiftpager;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** What the library calls, by numbers: it never has an address of Java's. */
final class Receivers {
    private static final Map<Long, LongConsumer> ALL = new ConcurrentHashMap<>();
    private static final AtomicLong LAST = new AtomicLong();
    private static final ThreadLocal<Throwable> THROWN = new ThreadLocal<>();

    /** JNA keeps no callback alive, so these stay here. */
    static final Abi.UpdateCb ON_UPDATE = Receivers::receive;
    static final Abi.DestroyCb ON_DESTROY = ALL::remove;

    private Receivers() {}

    static long register(LongConsumer receiver) {
        long number = LAST.incrementAndGet();
        ALL.put(number, receiver);
        return number;
    }

    /** Throws nothing through the library's frames: the call that runs the receiver throws it. */
    private static void receive(long number, long handle) {
        try {
            ALL.get(number).accept(handle);
        } catch (Throwable thrown) {
            THROWN.set(thrown);
        }
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void throwAgain() throws E {
        Throwable thrown = THROWN.get();
        if (thrown != null) {
            THROWN.remove();
            throw (E) thrown;
        }
    }
}
