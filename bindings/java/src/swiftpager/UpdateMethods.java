// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

package swiftpager;

import java.util.List;
import java.util.stream.LongStream;

/** What a handle can do without more. */
abstract class UpdateMethods extends Handle {
    UpdateMethods(long handle) {
        super(handle, Abi::swiftpager_update_release);
    }

    /**
     * OK for a state of the list; GRAPHQL if its newest page has errors in place of the connection; otherwise the
     * failure that ended the operation (40–79).
     */
    public Status status() {
        return use(handle -> Status.of(Abi.swiftpager_update_status(handle)));
    }

    /**
     * Where the page that the update reports came from; SOURCE_NONE for a failure without a page.
     */
    public Source source() {
        return use(handle -> Source.of(Abi.swiftpager_update_source(handle)));
    }

    /**
     * The number of pages that the update holds; at most one if "retain" is "last" or "none".
     */
    public long pageCount() {
        return use(handle -> Abi.swiftpager_update_page_count(handle));
    }

    /**
     * Which page of the update is the one that changed: the index that swiftpager_update_page_at() takes for the page
     * that swiftpager_update_last_page() gives.
     */
    public long pageIndex() {
        return use(handle -> Abi.updatePageIndex(handle));
    }

    /**
     * Whether the update shows the present state of a page that subscribers got before, without a load that brought the
     * page: see "Watching".
     */
    public boolean isChange() {
        return use(handle -> Abi.updateIsChange(handle));
    }

    /**
     * The whole update as JSON, in the order of the list: {"previous_pages": [response, …], "initial_page": response or
     * null, "next_pages": [response, …]}, each response as the server sent it.
     */
    public String output() {
        return use(handle -> Abi.updateOutput(handle));
    }

    /**
     * Says that you have finished with an update that you keep.
     */
    public void finish() {
        use(handle -> {
            Abi.updateFinish(handle);
            return null;
        });
    }

    /**
     * The page that the update reports: the one that was loaded last, or that changed; null for a failure.
     */
    public Page lastPage() {
        return use(handle -> Page.of(Abi.swiftpager_update_last_page(handle), handle));
    }

    /** All of them in their order. */
    public List<Page> pages() {
        return use(handle -> LongStream.range(0, pageCount())
                .mapToObj(index -> Page.of(Abi.swiftpager_update_page_at(handle, index), handle)).toList());
    }
}
