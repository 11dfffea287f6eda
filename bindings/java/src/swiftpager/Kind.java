package swiftpager;

/** The role of a page in its list. */
public enum Kind {
    NONE, INITIAL, NEXT, PREVIOUS;

    /** The number of the value. */
    public final int code = ordinal();

    /** The value with a number; null for one that a newer library may have. */
    static Kind of(int code) {
        return code < values().length ? values()[code] : null;
    }
}
