package swiftpager;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One paginated query of a client. Options are "Options of a load" in swiftpager.h. */
public final class Pager extends PagerMethods {
    Pager(long handle) {
        super(handle, Abi::swiftpager_pager_release, Abi::swiftpager_pager_unref);
    }

    /** Walks the list from its first page. */
    public Walk<Page> pages(Map<String, ?> options) {
        return new Walk<>(this, options, page -> List.of(page).iterator());
    }

    /** Walks the items, as JSON texts. */
    public Walk<String> items(Map<String, ?> options) {
        return new Walk<>(this, options, page -> page.items().iterator());
    }

    /** Loads one page. */
    public Page fetch(Map<String, ?> options) {
        return load(Abi::pagerFetch, options).lastPage();
    }

    public Page refetch(Map<String, ?> options) {
        return load(Abi::pagerRefetch, options).lastPage();
    }

    public Page loadNext(Map<String, ?> options) {
        return load(Abi::pagerLoadNext, options).lastPage();
    }

    public Page loadPrevious(Map<String, ?> options) {
        return load(Abi::pagerLoadPrevious, options).lastPage();
    }

    /** Loads all pages, and returns the update that has them; null if there was nothing to load. */
    public Update loadAll(Map<String, ?> options) {
        return load(Abi::pagerLoadAll, Pull.with(options, "emit", "end"));
    }

    private Update load(Pull.Load load, Map<String, ?> options) {
        try (Pull pull = new Pull(load, this, options)) {
            Update last = null;
            while (pull.next()) {
                last = Update.retained(pull.update());
            }
            return last;
        }
    }

    /** Every new state of the list, to take one by one. */
    public Subscription subscribe() {
        return use(pager -> new Subscription(
                Abi.pagerSubscribe(pager, null, 0, null), Abi::swiftpager_subscription_release));
    }

    /** The same for a receiver, which runs inside the calls of this pager that wait, and inside `Client.dispatch`. */
    public Subscription watch(Consumer<Update> receiver) {
        return use(pager -> new Subscription(
                Abi.pagerSubscribe(pager, Calls.ON_UPDATE, Calls.register(receiver), Calls.ON_DESTROY), handle -> {}));
    }

    /** The present state of the list; null before the first page. */
    public Update current() {
        long update = use(Abi::pagerCurrent);
        return update == 0 ? null : new Update(update);
    }
}
