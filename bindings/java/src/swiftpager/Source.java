package swiftpager;

/** Where the newest page of an update came from. */
public enum Source {
    NONE, SERVER, CACHE;

    /** The number of the value. */
    public final int code = ordinal();
}
