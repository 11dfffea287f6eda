package swiftpager;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** A walk over a list, for one loop. Close it if the loop may end early: the collector does so otherwise. */
public final class Walk<T> implements Iterable<T>, Iterator<T>, AutoCloseable {
    private final Pager pager;
    private final Map<String, ?> options;
    private final Function<Page, Iterator<T>> parts;
    private volatile Pull pull;
    private Iterator<T> left = Collections.emptyIterator();

    Walk(Pager pager, Map<String, ?> options, Function<Page, Iterator<T>> parts) {
        this.pager = pager;
        this.options = Pull.with(options, "retain", "none");
        this.parts = parts;
    }

    @Override
    public Iterator<T> iterator() {
        return this;
    }

    @Override
    public boolean hasNext() {
        if (pull == null) {
            pull = new Pull(Abi::pagerLoadAll, pager, options);
        }
        while (!left.hasNext()) {
            if (!pull.next()) {
                return false;
            }
            left = parts.apply(Page.of(Abi.swiftpager_update_last_page(pull.update()), pull.update()));
        }
        return true;
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
        Pull running = pull;
        if (running != null) {
            running.cancel();
        }
    }

    @Override
    public void close() {
        if (pull != null) {
            pull.close();
        }
    }
}
