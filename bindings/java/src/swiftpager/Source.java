package swiftpager;

import java.util.Arrays;

/** Where the newest page of an update came from. */
public enum Source {
    NONE(0), SERVER(1), CACHE(2);

    /** The number of the value. */
    public final int code;

    Source(int code) {
        this.code = code;
    }

    /** The value with a number; null for one that a newer library may have. */
    static Source of(int code) {
        return Arrays.stream(values()).filter(value -> value.code == code).findFirst().orElse(null);
    }
}
