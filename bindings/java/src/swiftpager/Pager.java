package swiftpager;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** One paginated query of a client. docs/configuration.md has the options of a load. */
public final class Pager extends Handle {
    /** Weak, so that the collector takes a subscription that the program has dropped. */
    final Set<Subscription> subscriptions = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    Pager(long handle) {
        super(handle, Abi::swiftpager_pager_close, Abi::swiftpager_pager_release);
    }

    /** Begins to walk the list from its first page. */
    public Walk<Page> pages(Map<String, ?> options) {
        return walk(options, List::of);
    }

    /** The same, item by item, as JSON texts. */
    public Walk<String> items(Map<String, ?> options) {
        return walk(options, Page::items);
    }

    /** One update for all pages would lose pages: a walk hands on the page that an update reports. */
    private <T> Walk<T> walk(Map<String, ?> options, Function<Page, List<T>> parts) {
        if ("end".equals(options.get("emit"))) {
            throw SwiftpagerException.refusal("/emit",
                    "a walk has each page in turn: leave \"emit\" out, or load all pages at once with loadAll()");
        }
        return new Walk<>(this, Json.with(Json.with(options, "emit", "each"), "retain", "none"), Pager::walk,
                update -> parts.apply(Page.reported(update)));
    }

    private static int walk(long pager, String options, long[] out) {
        return Abi.swiftpager_pager_walk(pager, options, out, 0);
    }

    /** Loads all pages, and returns the update that has them; null if there was nothing to load. */
    public Update loadAll(Map<String, ?> options) {
        return last(Json.with(options, "emit", "end"), Pager::walk);
    }

    /**
     * Loads the first page, which then replaces all pages held. To ask the server again, say "cache_policy":
     * "fetch_ignoring_cache_data".
     */
    public Page fetch(Map<String, ?> options) {
        return load(options, (pager, text, out) -> Abi.swiftpager_pager_fetch(pager, text, 0, 0, 0, out, 0));
    }

    /** Loads the page after the last one. */
    public Page loadNext(Map<String, ?> options) {
        return load(options, (pager, text, out) -> Abi.swiftpager_pager_load_next(pager, text, 0, 0, 0, out, 0));
    }

    /** Loads the page before the first one. */
    public Page loadPrevious(Map<String, ?> options) {
        return load(options, (pager, text, out) -> Abi.swiftpager_pager_load_previous(pager, text, 0, 0, 0, out, 0));
    }

    private Page load(Map<String, ?> options, Walk.Beginning beginning) {
        return last(Json.with(options, "pull", true), beginning).page();
    }

    /** Loads until the operation ends; what came last. */
    private Update last(Map<String, ?> options, Walk.Beginning beginning) {
        Update last = null;
        try (var walk = new Walk<>(this, options, beginning, Pager::retained)) {
            for (Update update : walk) {
                last = update;
            }
        }
        return last;
    }

    /** An update that the library lends, kept. */
    private static List<Update> retained(long update) {
        Abi.check(Abi.swiftpager_update_retain(update));
        return List.of(new Update(update));
    }

    /**
     * Every new state of the list, to take one by one. A walk or a load of all pages does not wait for the reader. The
     * subscription keeps in memory what the reader has not taken, and a resume token counts it as finished.
     */
    public Subscription subscribe() {
        var subscription = new Subscription(got((pager, out) -> Abi.swiftpager_pager_subscribe(pager, 0, 0, 0, out)));
        subscriptions.add(subscription);
        return subscription;
    }

    /**
     * Gives each of them to a receiver, until that returns false or the pager is closed: for a thread of its own. A
     * walk in the receiver does not wait for it either: the receiver gets the walk's updates afterwards.
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
        long update = got(Abi::swiftpager_pager_current);
        return update == 0 ? null : new Update(update);
    }

    /** Forgets all pages, and ends an operation under way with CANCELLED. */
    public void reset() {
        check(Abi::swiftpager_pager_reset);
    }

    /** Whether there is more after the last page, and how to ask for it. */
    public boolean canLoadNext() {
        return canLoad(Kind.NEXT);
    }

    /** Whether there is more before the first page, and how to ask for it. */
    public boolean canLoadPrevious() {
        return canLoad(Kind.PREVIOUS);
    }

    private boolean canLoad(Kind direction) {
        byte[] out = new byte[1];
        check(pager -> Abi.swiftpager_pager_can_load(pager, direction.code, out));
        return out[0] != 0;
    }

    /** The pager's state as JSON; swiftpager.h lists its keys at swiftpager_pager_state. */
    public String state() {
        return Abi.taken(got(Abi::swiftpager_pager_state));
    }

    /** The place from which another process can go on with this list: the "resume" of its pager. */
    public String resumeToken() {
        return Abi.taken(got(Abi::swiftpager_pager_resume_token));
    }

    /** What the next run needs to load only what is new: the "checkpoint" of its pager, with the same "since". */
    public String checkpoint() {
        return Abi.taken(got(Abi::swiftpager_pager_checkpoint));
    }
}
