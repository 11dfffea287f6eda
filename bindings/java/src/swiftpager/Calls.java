package swiftpager;

import java.time.Duration;
import java.util.function.IntUnaryOperator;

/** Calls that wait. */
final class Calls {
    /** How long a call waits at a time; in between the thread looks whether it was interrupted. */
    private static final int SLICE_MS = 100;

    private Calls() {}

    /** Repeats a call until it has a status, or until the time is over; null: there is no limit. */
    static int wait(Duration timeout, IntUnaryOperator call) {
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
}
