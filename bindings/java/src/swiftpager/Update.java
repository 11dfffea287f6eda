package swiftpager;

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

    /** The failure; null for a state of the list. */
    public SwiftpagerException error() {
        return use(update -> status() == Status.OK ? null : new SwiftpagerException(
                Abi.swiftpager_update_status(update), Abi.swiftpager_update_error(update)));
    }
}
