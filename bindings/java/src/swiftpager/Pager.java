package swiftpager;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;

/** One paginated query of a client. docs/configuration.md has the options of a load. */
public final class Pager extends Handle {
    /** Those of its subscriptions. */
    final List<Inbox> inboxes = new CopyOnWriteArrayList<>();

    Pager(long handle) {
        super(handle, Abi::swiftpager_pager_close, Abi::swiftpager_pager_release);
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
        return new Walk<>(this, Walk.with(Walk.with(options, "emit", "each"), "retain", "none"), Pager::walk,
                update -> parts.apply(Page.of(Abi.swiftpager_update_page(update, null), update)));
    }

    private static long walk(long pager, String options) {
        return Abi.made((out, error) -> Abi.swiftpager_pager_walk(pager, options, out, error));
    }

    /** Loads all pages, and returns the update that has them; null if there was nothing to load. */
    public Update loadAll(Map<String, ?> options) {
        return last(Walk.with(options, "emit", "end"), Pager::walk);
    }

    /**
     * Loads the first page, which then replaces all pages held. To ask the server again, say "cache_policy":
     * "fetch_ignoring_cache_data".
     */
    public Page fetch(Map<String, ?> options) {
        return load(options, Abi::swiftpager_pager_fetch);
    }

    /** Loads the page after the last one. */
    public Page loadNext(Map<String, ?> options) {
        return load(options, Abi::swiftpager_pager_load_next);
    }

    /** Loads the page before the first one. */
    public Page loadPrevious(Map<String, ?> options) {
        return load(options, Abi::swiftpager_pager_load_previous);
    }

    private Page load(Map<String, ?> options, Abi.Load load) {
        return last(Walk.with(options, "pull", true), (pager, text) -> Abi.made(
                (out, error) -> load.call(pager, text, 0, 0, 0, out, error))).page();
    }

    /** Loads until the operation ends; what came last. */
    private Update last(Map<String, ?> options, Walk.Beginning beginning) {
        Update last = null;
        try (var walk = new Walk<>(
                this, options, beginning, update -> List.of(Update.retained(update)).iterator())) {
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
        Inbox inbox = new Inbox(got((pager, out) -> Abi.swiftpager_pager_subscribe(pager, 0, 0, 0, out)));
        inboxes.add(inbox);
        return new Subscription(inbox);
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
        Abi.check(use(Abi::swiftpager_pager_reset));
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
        Abi.check(use(pager -> Abi.swiftpager_pager_can_load(pager, direction.code, out)));
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

    /** A call with a place for its result. */
    private interface Getting {
        int call(long pager, long[] out);
    }

    private long got(Getting getting) {
        long[] out = new long[1];
        Abi.check(use(pager -> getting.call(pager, out)));
        return out[0];
    }
}
