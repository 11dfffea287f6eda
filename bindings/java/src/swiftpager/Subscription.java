package swiftpager;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;
import java.util.stream.Stream;

/** Every new state of a list, to take one by one, until the pager or the client is closed. It keeps its pager. */
public final class Subscription extends Handle implements Iterable<Update> {
    private final Queue<Update> kept = new ArrayDeque<>();
    private int readers;

    Subscription(long handle) {
        super(handle, Abi::swiftpager_subscription_close, Abi::swiftpager_subscription_release);
    }

    /**
     * Takes and keeps what the reader has not taken yet, because a walk would wait for the reader. Takes nothing while
     * the reader itself waits.
     */
    synchronized void keepWaiting() {
        Update update = null;
        while (readers == 0 && (update = take(Duration.ZERO)) != null) {
            kept.add(update);
        }
    }

    /** The next update; null when the time is over, or when the pager or the client is closed. */
    public Update poll(Duration timeout) {
        synchronized (this) {
            if (!kept.isEmpty()) {
                return kept.remove();
            }
            readers++;
        }
        try {
            return take(timeout);
        } finally {
            synchronized (this) {
                readers--;
            }
        }
    }

    private Update take(Duration timeout) {
        long[] out = new long[1];
        int status = use(key -> Abi.waited(timeout, time -> Abi.swiftpager_subscription_next(key, time, out)));
        if (status == Status.TIMEOUT.code || status == Status.CLOSED.code || status == Status.INVALID_HANDLE.code) {
            return null;
        }
        Abi.check(status);
        return new Update(out[0]);
    }

    @Override
    public Iterator<Update> iterator() {
        return Stream.generate(() -> poll(null)).takeWhile(Objects::nonNull).iterator();
    }

    @Override
    public synchronized void close() {
        super.close();
        kept.clear();
    }
}
