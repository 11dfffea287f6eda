package swiftpager;

import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.stream.Stream;

/** Every new state of a list, to take one by one, until the pager or the client is closed. It keeps its pager. */
public final class Subscription extends Handle implements Iterable<Update> {
    private final Inbox inbox;

    Subscription(Inbox inbox) {
        super(inbox.handle, key -> { }, key -> inbox.close());
        this.inbox = inbox;
    }

    /** The next update; null when the time is over, or when the pager or the client is closed. */
    public Update poll(Duration timeout) {
        return use(key -> inbox.poll(timeout));
    }

    @Override
    public Iterator<Update> iterator() {
        return Stream.generate(() -> poll(null)).takeWhile(Objects::nonNull).iterator();
    }
}
