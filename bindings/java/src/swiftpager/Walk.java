package swiftpager;

import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.LongFunction;

/** A walk over a list, for one loop. Close it if the loop may end early: the collector does so otherwise. */
public final class Walk<T> extends Handle implements Iterable<T>, Iterator<T> {
    private final LongFunction<Iterator<T>> parts;
    /** The update in hand, which the operation lends until it is asked for the next one. */
    private final long[] update;
    private final long[] error = new long[1];
    private final List<Inbox> inboxes;
    private Iterator<T> left = Collections.emptyIterator();
    /** Whether all is read of the update in hand. If there was no memory for that, the next call tries again. */
    private boolean isRead = true;

    /** Begins an operation of a pager. */
    interface Beginning {
        long begin(long pager, String options);
    }

    Walk(Pager pager, Map<String, ?> options, Beginning beginning, LongFunction<Iterator<T>> parts) {
        this(pager.use(key -> beginning.begin(key, Abi.whole(Json.encode(options)))), new long[1], pager.inboxes,
                parts);
    }

    private Walk(long operation, long[] update, List<Inbox> inboxes, LongFunction<Iterator<T>> parts) {
        super(operation, key -> end(key, update));
        this.update = update;
        this.inboxes = inboxes;
        this.parts = parts;
    }

    /** Releases the operation first: the page in hand is not finished, and comes again from a resume token. */
    private static void end(long operation, long[] update) {
        Abi.swiftpager_operation_close(operation);
        Abi.swiftpager_operation_release(operation);
        Abi.swiftpager_update_release(update[0]);
    }

    /** Options with a default. */
    static Map<String, Object> with(Map<String, ?> options, String key, Object value) {
        Map<String, Object> all = new HashMap<>(options);
        all.putIfAbsent(key, value);
        return all;
    }

    @Override
    public Iterator<T> iterator() {
        return this;
    }

    @Override
    public boolean hasNext() {
        while (!left.hasNext()) {
            if (isRead && !hasUpdate()) {
                return false;
            }
            isRead = false;
            left = parts.apply(update[0]);
            isRead = true;
        }
        return true;
    }

    /** Says that the update in hand is finished, and asks for the next one. */
    private boolean hasUpdate() {
        Abi.swiftpager_update_release(update[0]);
        Inbox.keepWaiting(inboxes);
        Abi.check(use(key -> Calls.wait(null, time -> Abi.swiftpager_operation_next(key, time, update, error))), error);
        return update[0] != 0;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return left.next();
    }

    /** Ends the walk from any thread: its loop gets CANCELLED. */
    public void cancel() {
        Abi.swiftpager_operation_close(handle);
    }
}
