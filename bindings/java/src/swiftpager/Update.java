package swiftpager;

import java.util.List;
import java.util.stream.LongStream;

/** One state of the list: its pages, or the failure that ended a load. */
public final class Update extends UpdateMethods {
    Update(long handle) {
        super(handle);
    }

    /** An update that the library lends, kept. */
    static Update retained(long handle) {
        Abi.updateRetain(handle);
        return new Update(handle);
    }

    /** The pages in the order of the list. */
    public List<Page> pages() {
        return use(update -> LongStream.range(0, pageCount())
                .mapToObj(index -> Page.of(Abi.swiftpager_update_page_at(update, index), update)).toList());
    }

    /** The page that was loaded last, or that changed; null for a failure. */
    public Page lastPage() {
        return use(update -> Page.of(Abi.swiftpager_update_last_page(update), update));
    }

    /** The failure; null for a state of the list. */
    public SwiftpagerException error() {
        return use(update -> status() == Status.OK ? null : new SwiftpagerException(
                Abi.swiftpager_update_status(update), Abi.swiftpager_update_error(update)));
    }
}
