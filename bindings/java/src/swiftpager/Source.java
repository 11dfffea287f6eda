package swiftpager;

/** Where the newest page of an update came from. */
public enum Source {
    NONE, SERVER, CACHE;

    /** The number of the value. */
    public final int code = ordinal();

    /** The value with a number; null for one that a newer library may have. */
    static Source of(int code) {
        return code < values().length ? values()[code] : null;
    }
}
