package swiftpager;

import com.sun.jna.Pointer;
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
        return walk(Map.of("emit", "each", "retain", "none"), options, parts);
    }

    private <T> Walk<T> walk(Map<String, ?> defaults, Map<String, ?> options, Function<Page, List<T>> parts) {
        String text = Json.merged(defaults, options);
        return new Walk<>(Abi.got(out -> Abi.swiftpager_pager_walk(key, text, out, 0)), subscriptions, parts);
    }

    /** Loads all pages, and returns the update that has them; null if there was nothing to load. */
    public Update loadAll(Map<String, ?> options) {
        return last(walk(Map.of("emit", "end"), options, List::of));
    }

    /**
     * Loads the first page, which then replaces all pages held. To ask the server again, say "cache_policy":
     * "fetch_ignoring_cache_data".
     */
    public Page fetch(Map<String, ?> options) {
        return load(Abi::swiftpager_pager_fetch, options);
    }

    /** Loads the page after the last one. */
    public Page loadNext(Map<String, ?> options) {
        return load(Abi::swiftpager_pager_load_next, options);
    }

    /** Loads the page before the first one. */
    public Page loadPrevious(Map<String, ?> options) {
        return load(Abi::swiftpager_pager_load_previous, options);
    }

    /** A call that begins a load. */
    private interface Begin {
        int call(Pointer pager, String options, long completion, long userData, long destroy, long[] out, long error);
    }

    private Page load(Begin begin, Map<String, ?> options) {
        String text = Json.merged(Map.of("pull", true), options);
        long operation = Abi.got(out -> begin.call(key, text, 0, 0, 0, out, 0));
        return last(new Walk<>(operation, subscriptions, List::of)).page();
    }

    /** Loads until the operation ends; what came last. */
    private static Update last(Walk<Page> walk) {
        try (walk) {
            Update last = null;
            for (long update = walk.pull(); update != 0; update = walk.pull()) {
                last = new Update(update);
            }
            return last;
        }
    }

    /**
     * Every new state of the list, to take one by one. A walk or a load of all pages does not wait for the reader. The
     * subscription keeps in memory what the reader has not taken, and a resume token counts it as finished.
     */
    public Subscription subscribe() {
        var subscription = new Subscription(Abi.got(out -> Abi.swiftpager_pager_subscribe(key, 0, 0, 0, out)));
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
        return Update.of(out -> Abi.swiftpager_pager_current(key, out));
    }

    /** Forgets all pages, and ends an operation under way with CANCELLED. */
    public void reset() {
        Abi.check(Abi.swiftpager_pager_reset(key));
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
        Abi.check(Abi.swiftpager_pager_can_load(key, direction.code, out));
        return out[0] != 0;
    }

    /** The pager's state as JSON; swiftpager.h lists its keys at swiftpager_pager_state. */
    public String state() {
        return Abi.taken(out -> Abi.swiftpager_pager_state(key, out));
    }

    /** The place from which another process can go on with this list: the "resume" of its pager. */
    public String resumeToken() {
        return Abi.taken(out -> Abi.swiftpager_pager_resume_token(key, out));
    }

    /** What the next run needs to load only what is new: the "checkpoint" of its pager, with the same "since". */
    public String checkpoint() {
        return Abi.taken(out -> Abi.swiftpager_pager_checkpoint(key, out));
    }
}
