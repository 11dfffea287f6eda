package swiftpager;

import java.util.Arrays;

/** The role of a page in its list. */
public enum Kind {
    NONE(0), INITIAL(1), NEXT(2), PREVIOUS(3);

    /** The number of the value. */
    public final int code;

    Kind(int code) {
        this.code = code;
    }

    /** The value with a number; null for one that a newer library may have. */
    static Kind of(int code) {
        return Arrays.stream(values()).filter(value -> value.code == code).findFirst().orElse(null);
    }
}
