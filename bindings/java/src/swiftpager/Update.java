package swiftpager;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;

/** One state of the list: its pages, or the failure that ended a load. */
public final class Update extends Handle {
    Update(long handle) {
        super(handle, update -> { }, Abi::swiftpager_update_release);
    }

    /** The update that a call puts out; null if it puts out none. */
    static Update of(ToIntFunction<long[]> call) {
        long handle = Abi.got(call);
        return handle == 0 ? null : new Update(handle);
    }

    /** OK for a state of the list, or how the load failed. */
    public Status status() {
        return Status.of(Abi.swiftpager_update_status(key));
    }

    /** The failure; null for a state of the list. */
    public SwiftpagerException error() {
        int status = Abi.swiftpager_update_status(key);
        return status == 0 ? null : new SwiftpagerException(status, Abi.swiftpager_update_error(key));
    }

    /** Where the page came from that changed. */
    public Source source() {
        return Abi.numbered(Source.values(), Abi.swiftpager_update_source(key, null));
    }

    /** Whether the page was there before, and shows what changed in the cache. */
    public boolean isChange() {
        byte[] out = new byte[1];
        Abi.swiftpager_update_source(key, out);
        return out[0] != 0;
    }

    /** The page that changed, by a load or in the cache; null for a failure. */
    public Page page() {
        return Page.reported(key);
    }

    /** Which of the pages that is. */
    public long pageIndex() {
        long[] out = new long[1];
        Abi.swiftpager_update_page(key, out);
        return out[0];
    }

    public long pageCount() {
        return Abi.swiftpager_update_page_count(key);
    }

    /** All pages, in the order of the list. */
    public List<Page> pages() {
        return LongStream.range(0, pageCount())
                .mapToObj(index -> Page.of(Abi.swiftpager_update_page_at(key, index), key)).toList();
    }

    /** All pages as one JSON text. */
    public String output() {
        return Abi.text(key, length -> Abi.swiftpager_update_output(key, length));
    }

    /** Says that you have finished with an update that you keep. */
    public void finish() {
        Abi.check(Abi.swiftpager_update_finish(key));
    }
}
