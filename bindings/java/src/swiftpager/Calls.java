package swiftpager;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/** Calls that wait, and those that the library makes. */
final class Calls {
    /** How long a call waits at a time; in between the thread looks whether it was interrupted. */
    private static final int SLICE_MS = 100;

    /** Receivers of updates, by numbers: the library never has an address of Java's. */
    private static final Map<Long, Consumer<Update>> RECEIVERS = new ConcurrentHashMap<>();
    private static final AtomicLong LAST = new AtomicLong();
    private static final ThreadLocal<Throwable> THROWN = new ThreadLocal<>();

    /** JNA keeps no callback alive, so these stay here. */
    static final Abi.UpdateCb ON_UPDATE = Calls::receive;
    static final Abi.DestroyCb ON_DESTROY = RECEIVERS::remove;

    private Calls() {}

    static long register(Consumer<Update> receiver) {
        RECEIVERS.put(LAST.incrementAndGet(), receiver);
        return LAST.get();
    }

    /** Throws nothing through the library's frames: the call that runs the receiver throws it. */
    private static void receive(long number, long update) {
        try {
            RECEIVERS.get(number).accept(Update.retained(update));
        } catch (Throwable thrown) {
            THROWN.set(thrown);
        }
    }

    /** Repeats a call until it has a status, or until the time is over; null: there is no limit. */
    static int wait(Duration timeout, IntUnaryOperator call) {
        long end = timeout == null ? 0 : System.nanoTime() + timeout.toNanos();
        while (true) {
            long left = timeout == null ? SLICE_MS : Math.max(end - System.nanoTime() + 999_999, 0) / 1_000_000;
            int status = call.applyAsInt((int) Math.min(left, SLICE_MS));
            throwAgain();
            if (status != Status.INTERRUPTED.code && (status != Status.TIMEOUT.code || left == 0)) {
                return status;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new SwiftpagerException(Status.INTERRUPTED.code, null);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAgain() throws E {
        Throwable thrown = THROWN.get();
        if (thrown != null) {
            THROWN.remove();
            throw (E) thrown;
        }
    }
}
