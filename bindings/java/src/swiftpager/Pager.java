package swiftpager;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** One paginated query of a client. Options are "Options of a load" in swiftpager.h. */
public final class Pager extends PagerMethods {
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

    /** Every new state of the list, to take one by one. */
    public Subscription subscribe() {
        return use(pager -> new Subscription(
                Abi.pagerSubscribe(pager, null, 0, null), Abi::swiftpager_subscription_release));
    }

    /** The same for a receiver, which runs inside the calls of this pager that wait, and inside `Client.dispatch`. */
    public Subscription watch(Consumer<Update> receiver) {
        long number = Receivers.register(update -> receiver.accept(Update.retained(update)));
        return use(pager -> new Subscription(
                Abi.pagerSubscribe(pager, Receivers.ON_UPDATE, number, Receivers.ON_DESTROY), handle -> { }));
    }

    /** The present state of the list; null before the first page. */
    public Update current() {
        long update = use(Abi::pagerCurrent);
        return update == 0 ? null : new Update(update);
    }
}
