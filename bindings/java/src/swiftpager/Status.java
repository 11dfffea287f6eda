package swiftpager;

import java.util.Arrays;

/** How a call or an operation ended. */
public enum Status {
    OK(0), INVALID_ARGUMENT(1), INVALID_CONFIG(2), INVALID_HANDLE(3), CLOSED(4), REENTRANT(5), FORKED(6),
    TIMEOUT(7), NO_MEMORY(8), INTERNAL(9), INTERRUPTED(10), HOOK_FAILED(11), MISSING_INITIAL_PAGE(20),
    PAGE_HAS_NO_MORE_CONTENT(21), LOAD_IN_PROGRESS(22), NO_QUERY(23), CANCELLED(24), NETWORK(40), HTTP(41),
    GRAPHQL(42), BAD_RESPONSE(43), RATE_LIMITED(44), CACHE_MISS(45), CACHE_FAILED(46), NOT_RECORDED(47),
    RECORDING_FAILED(48), CURSOR_STUCK(60), CURSOR_CYCLE(61), MISSING_PAGE_INFO(62), NULL_CURSOR(63),
    PAGE_LIMIT(64), NESTED_INCOMPLETE(65), PARTIAL_DATA(66), NOT_ORDERED(67), DUPLICATE_KEY(68),
    FEWER_THAN_TOTAL(69), MARK_NOT_REACHED(70), IN_DOUBT(71);

    /** The number of the value. */
    public final int code;

    Status(int code) {
        this.code = code;
    }

    /** The value with a number; null for one that a newer library may have. */
    static Status of(int code) {
        return Arrays.stream(values()).filter(value -> value.code == code).findFirst().orElse(null);
    }
}
