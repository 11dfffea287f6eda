package swiftpager;

/** The role of a page in its list. */
public enum Kind {
    NONE, INITIAL, NEXT, PREVIOUS;

    /** The number of the value. */
    public final int code = ordinal();
}
