// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

package swiftpager;

import java.util.function.LongConsumer;

/** What a handle can do without more. */
abstract class PagerMethods extends Handle {
    PagerMethods(long handle, LongConsumer close, LongConsumer drop) {
        super(handle, close, drop);
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
}
