package swiftpager;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Every new state of a list, to take one by one, until the pager or the client is closed. It keeps its pager. */
public final class Subscription extends Handle implements Iterable<Update> {
    private static final Set<Status> NO_UPDATE = EnumSet.of(Status.TIMEOUT, Status.CLOSED, Status.INVALID_HANDLE);
    private final Queue<Update> kept = new ArrayDeque<>();
    private final AtomicInteger readers = new AtomicInteger();

    Subscription(long handle) {
        super(handle, Abi::swiftpager_subscription_close, Abi::swiftpager_subscription_release);
    }

    /**
     * Takes and keeps what the reader has not taken yet, because a walk would wait for the reader. Takes nothing while
     * the reader itself waits.
     */
    synchronized void keepWaiting() {
        Update update = null;
        while (readers.get() == 0 && (update = take(Duration.ZERO)) != null) {
            kept.add(update);
        }
    }

    /** The next update; null when the time is over, or when the pager or the client is closed. */
    public Update poll(Duration timeout) {
        readers.incrementAndGet();
        try {
            Update first = firstKept();
            return first != null ? first : take(timeout);
        } finally {
            readers.decrementAndGet();
        }
    }

    private synchronized Update firstKept() {
        return kept.poll();
    }

    private Update take(Duration timeout) {
        return Update.of(out -> {
            int status = Abi.waited(timeout, time -> Abi.swiftpager_subscription_next(key, time, out));
            return NO_UPDATE.contains(Status.of(status)) ? Status.OK.code : status;
        });
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
