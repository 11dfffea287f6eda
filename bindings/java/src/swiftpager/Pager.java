package swiftpager;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;

/** One paginated query of a client. Options are "Options of a load" in swiftpager.h. */
public final class Pager extends PagerMethods {
    /** Those of its subscriptions. */
    final List<Inbox> inboxes = new CopyOnWriteArrayList<>();

    Pager(long handle) {
        super(handle);
    }

    /** Begins to walk the list from its first page. */
    public Walk<Page> pages(Map<String, ?> options) {
        return walk(options, page -> List.of(page).iterator());
    }

    /** The same, item by item, as JSON texts. */
    public Walk<String> items(Map<String, ?> options) {
        return walk(options, page -> page.items().iterator());
    }

    /** What a walk with one update for all pages would lose: it hands on the page that an update reports. */
    private static final String EMITS_ONCE = Json.encode(Map.of("code", "INVALID_CONFIG", "path", "/emit", "message",
            "a walk has each page in turn: leave \"emit\" out, or load all pages at once with loadAll()"));

    private <T> Walk<T> walk(Map<String, ?> options, Function<Page, Iterator<T>> parts) {
        if ("end".equals(options.get("emit"))) {
            throw new SwiftpagerException(Status.INVALID_CONFIG.code, EMITS_ONCE);
        }
        return new Walk<>(Abi::pagerLoadAll, this, Walk.with(Walk.with(options, "emit", "each"), "retain", "none"),
                update -> parts.apply(Page.of(Abi.swiftpager_update_last_page(update), update)));
    }

    /** Loads all pages, and returns the update that has them; null if there was nothing to load. */
    public Update loadAll(Map<String, ?> options) {
        return load(Abi::pagerLoadAll, Walk.with(options, "emit", "end"));
    }

    @Override
    Update load(Abi.Load load, Map<String, ?> options) {
        Update last = null;
        try (var walk = new Walk<>(load, this, options, update -> List.of(Update.retained(update)).iterator())) {
            for (Update update : walk) {
                last = update;
            }
        }
        return last;
    }

    /**
     * Every new state of the list, to take one by one. A walk or a load of all pages does not wait for the reader. The
     * subscription keeps in memory what the reader has not taken, and a resume token counts it as finished.
     */
    public Subscription subscribe() {
        Inbox.keepWaiting(inboxes);
        Inbox inbox = new Inbox(use(pager -> Abi.pagerSubscribe(pager, 0, 0, 0)));
        inboxes.add(inbox);
        return new Subscription(inbox);
    }

    /**
     * Gives each of them to a receiver, until that returns false or the pager is closed: for a thread of its own. A walk
     * in the receiver does not wait for it either: the receiver gets the walk's updates afterwards.
     */
    public void watch(Predicate<? super Update> receiver) {
        try (Subscription subscription = subscribe()) {
            for (Update update : subscription) {
                if (!receiver.test(update)) {
                    break;
                }
            }
        }
    }

    /** The present state of the list; null before the first page. */
    public Update current() {
        long update = use(Abi::pagerCurrent);
        return update == 0 ? null : new Update(update);
    }
}
