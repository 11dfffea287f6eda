package swiftpager;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.LongFunction;

/** A walk over a list, for one loop. Close it if the loop may end early: the collector does so otherwise. */
public final class Walk<T> extends Handle implements Iterable<T>, Iterator<T> {
    private final LongFunction<List<T>> parts;
    /** The update in hand, which the operation lends until it is asked for the next one. */
    private final long[] update;
    private final Set<Subscription> subscriptions;
    /** What is left of it; null if it could not be read, for which the next call tries again. */
    private Iterator<T> left = List.<T>of().iterator();

    /** Begins an operation of a pager. */
    interface Beginning {
        int begin(long pager, String options, long[] out);
    }

    Walk(Pager pager, Map<String, ?> options, Beginning beginning, LongFunction<List<T>> parts) {
        this(pager, Json.encode(options), beginning, parts, new long[1]);
    }

    private Walk(Pager pager, String options, Beginning beginning, LongFunction<List<T>> parts, long[] update) {
        super(pager.got((key, out) -> beginning.begin(key, options, out)), Abi::swiftpager_operation_close,
                operation -> drop(operation, update));
        this.parts = parts;
        this.update = update;
        this.subscriptions = pager.subscriptions;
    }

    /** Releases the operation first: the page in hand is not finished, and comes again from a resume token. */
    private static void drop(long operation, long[] update) {
        Abi.swiftpager_operation_release(operation);
        Abi.swiftpager_update_release(update[0]);
    }

    @Override
    public Iterator<T> iterator() {
        return this;
    }

    @Override
    public boolean hasNext() {
        while (left == null || !left.hasNext()) {
            if (left != null && !hasUpdate()) {
                return false;
            }
            left = null;
            left = parts.apply(update[0]).iterator();
        }
        return true;
    }

    /** Says that the update in hand is finished, and asks for the next one. */
    private boolean hasUpdate() {
        Abi.swiftpager_update_release(update[0]);
        subscriptions.forEach(Subscription::keepWaiting);
        check(key -> Abi.waited(null, time -> Abi.swiftpager_operation_next(key, time, update, 0)));
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
        use(Abi::swiftpager_operation_close);
    }
}
