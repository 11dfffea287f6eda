package swiftpager;

import java.util.List;
import java.util.stream.LongStream;

/** One state of the list: its pages, or the failure that ended a load. */
public final class Update extends Handle {
    Update(long handle) {
        super(handle, update -> { }, Abi::swiftpager_update_release);
    }

    /** OK for a state of the list, or how the load failed. */
    public Status status() {
        return use(update -> Status.of(Abi.swiftpager_update_status(update)));
    }

    /** The failure; null for a state of the list. */
    public SwiftpagerException error() {
        return use(update -> status() == Status.OK ? null : new SwiftpagerException(
                Abi.swiftpager_update_status(update), Abi.swiftpager_update_error(update)));
    }

    /** Where the page came from that changed. */
    public Source source() {
        return use(update -> Source.of(Abi.swiftpager_update_source(update, null)));
    }

    /** Whether the page was there before, and shows what changed in the cache. */
    public boolean isChange() {
        byte[] out = new byte[1];
        use(update -> Abi.swiftpager_update_source(update, out));
        return out[0] != 0;
    }

    /** The page that changed, by a load or in the cache; null for a failure. */
    public Page page() {
        return use(Page::reported);
    }

    /** Which of the pages that is. */
    public long pageIndex() {
        long[] out = new long[1];
        use(update -> Abi.swiftpager_update_page(update, out));
        return out[0];
    }

    public long pageCount() {
        return use(Abi::swiftpager_update_page_count);
    }

    /** All pages, in the order of the list. */
    public List<Page> pages() {
        return use(update -> LongStream.range(0, pageCount())
                .mapToObj(index -> Page.of(Abi.swiftpager_update_page_at(update, index), update)).toList());
    }

    /** All pages as one JSON text. */
    public String output() {
        return use(update -> Abi.text(update, Abi::swiftpager_update_output));
    }

    /** Says that you have finished with an update that you keep. */
    public void finish() {
        check(Abi::swiftpager_update_finish);
    }
}
