package swiftpager;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The updates of a subscription. Its pager has the inbox, too, but must not keep the subscription: the collector would
 * never take that.
 */
final class Inbox {
    final long handle;
    private final Queue<Update> kept = new ArrayDeque<>();
    private int readers;

    Inbox(long handle) {
        this.handle = handle;
    }

    /**
     * Takes and keeps what the reader has not taken yet, because a walk would wait for the reader. Takes nothing while
     * the reader itself waits. False if the subscription has ended.
     */
    synchronized boolean keepsWaiting() {
        long[] out = new long[1];
        int status = Status.OK.code;
        while (readers == 0 && status == Status.OK.code) {
            status = Abi.swiftpager_subscription_next(handle, 0, out);
            if (out[0] != 0) {
                kept.add(new Update(out[0]));
            }
        }
        return !hasEnded(status);
    }

    /** As Subscription's. */
    Update poll(Duration timeout) {
        synchronized (this) {
            if (!kept.isEmpty()) {
                return kept.remove();
            }
            readers++;
        }
        try {
            long[] out = new long[1];
            int status = Abi.waited(timeout, time -> Abi.swiftpager_subscription_next(handle, time, out));
            if (hasEnded(status) || status == Status.TIMEOUT.code) {
                return null;
            }
            Abi.check(status);
            return new Update(out[0]);
        } finally {
            synchronized (this) {
                readers--;
            }
        }
    }

    synchronized void close() {
        Abi.swiftpager_subscription_release(handle);
        kept.clear();
    }

    private static boolean hasEnded(int status) {
        return status == Status.CLOSED.code || status == Status.INVALID_HANDLE.code;
    }
}
