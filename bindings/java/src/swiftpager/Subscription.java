package swiftpager;

import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** A receiver of a pager's updates. Without a function of yours it gives them one by one, until the pager is closed. */
public final class Subscription extends Handle implements Iterable<Update> {
    Subscription(long handle, LongConsumer drop) {
        super(handle, Abi::swiftpager_subscription_cancel, drop);
    }

    /** The next update; null when the time is over, or when the pager or the client is closed. */
    public Update poll(Duration timeout) {
        long[] out = new long[1];
        int status = use(key -> Calls.wait(timeout, time -> Abi.swiftpager_subscription_next(key, time, out)));
        if (status == Status.CLOSED.code || status == Status.TIMEOUT.code) {
            return null;
        }
        Abi.check(status);
        return new Update(out[0]);
    }

    @Override
    public Iterator<Update> iterator() {
        return Stream.generate(() -> poll(null)).takeWhile(Objects::nonNull).iterator();
    }
}
