package swiftpager;

import com.sun.jna.Pointer;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;

/** A walk over a list, for one loop. Close it if the loop may end early: the collector does so otherwise. */
public final class Walk<T> extends Handle implements Iterable<T>, Iterator<T> {
    private final Set<Subscription> subscriptions;
    private final Function<Page, List<T>> parts;
    /** The number of the update in hand. */
    private final long[] update;
    /** What is left of it; null if it could not be read, for which the next call tries again. */
    private Iterator<T> left = Collections.emptyIterator();

    Walk(long operation, Set<Subscription> subscriptions, Function<Page, List<T>> parts) {
        this(operation, subscriptions, parts, new long[1]);
    }

    private Walk(long operation, Set<Subscription> subscriptions, Function<Page, List<T>> parts, long[] update) {
        super(operation, Abi::swiftpager_operation_close, key -> drop(key, update));
        this.subscriptions = subscriptions;
        this.parts = parts;
        this.update = update;
    }

    /** Releases the operation first: the page in hand is not finished, and comes again from a resume token. */
    private static void drop(Pointer operation, long[] update) {
        Abi.swiftpager_operation_release(operation);
        Abi.swiftpager_update_release(new Pointer(update[0]));
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
            left = parts.apply(Page.reported(new Pointer(update[0]))).iterator();
        }
        return true;
    }

    /** Says that the update in hand is finished, and asks for the next one. */
    private boolean hasUpdate() {
        Abi.swiftpager_update_release(new Pointer(update[0]));
        update[0] = 0;
        update[0] = pull();
        return update[0] != 0;
    }

    /** The number of the next update, which the caller releases; 0 at the end. */
    long pull() {
        subscriptions.forEach(Subscription::keepWaiting);
        return Abi.got(out -> Abi.waited(null, time -> Abi.swiftpager_operation_next(key, time, out, 0)));
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
        Abi.swiftpager_operation_close(key);
    }
}
