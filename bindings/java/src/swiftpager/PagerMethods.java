// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

package swiftpager;

import java.util.Map;

/** What a handle can do without more. */
abstract class PagerMethods extends Handle {
    PagerMethods(long handle) {
        super(handle, Abi::swiftpager_pager_release, Abi::swiftpager_pager_unref);
    }

    /**
     * Forgets all pages and ends an operation under way with CANCELLED; its request is aborted.
     */
    public void reset() {
        use(handle -> {
            Abi.pagerReset(handle);
            return null;
        });
    }

    /**
     * Whether the last page says that there is more after it, and how to ask for it.
     */
    public boolean canLoadNext() {
        return use(handle -> Abi.pagerCanLoadNext(handle));
    }

    /**
     * Whether there is more before the pages loaded, and how to ask for it.
     */
    public boolean canLoadPrevious() {
        return use(handle -> Abi.pagerCanLoadPrevious(handle));
    }

    /**
     * The pager's state as JSON.
     */
    public String state() {
        return use(handle -> Abi.pagerState(handle));
    }

    /**
     * The place from which another process can go on with this list: pass it as "resume" to a pager of the same list,
     * and load_all loads the pages that come after.
     */
    public String resumeToken() {
        return use(handle -> Abi.pagerResumeToken(handle));
    }

    /**
     * What the next run needs to load only what is new: pass it as "checkpoint" to a pager of the same list, with the
     * same "since".
     */
    public String checkpoint() {
        return use(handle -> Abi.pagerCheckpoint(handle));
    }

    /**
     * Asks for the first page; when it is there, it replaces all pages held.
     */
    public Page fetch(Map<String, ?> options) {
        return load(Abi::pagerFetch, options).lastPage();
    }

    /**
     * The same as swiftpager_pager_fetch(), but the server always answers it, unless its options have another
     * "cache_policy".
     */
    public Page refetch(Map<String, ?> options) {
        return load(Abi::pagerRefetch, options).lastPage();
    }

    /**
     * Asks for the page after the last one.
     */
    public Page loadNext(Map<String, ?> options) {
        return load(Abi::pagerLoadNext, options).lastPage();
    }

    /**
     * Asks for the page before the first one of the list as it is held, in a list that is read in that direction.
     */
    public Page loadPrevious(Map<String, ?> options) {
        return load(Abi::pagerLoadPrevious, options).lastPage();
    }

    /** Loads until the operation ends; what came last. */
    abstract Update load(Abi.Load load, Map<String, ?> options);
}
