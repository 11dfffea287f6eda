package swiftpager;

import java.util.Map;

/** How a call or an operation ended. */
public final class SwiftpagerException extends RuntimeException {
    private static final long serialVersionUID = 1;
    /** The status and its number; a status that only a newer library has is null. */
    public final Status status;
    public final int code;
    /** The JSON Pointer to what is at fault; null if there is none. */
    public final String path;
    /** The error object with all that the library says; {} if that is no more than the status. */
    public final String json;

    SwiftpagerException(int code, String json) {
        super(json == null ? Abi.swiftpager_status_name(code) : Json.member(json, "message"));
        this.status = Status.of(code);
        this.code = code;
        this.json = json == null ? "{}" : json;
        this.path = Json.member(this.json, "path");
    }

    /** What the binding itself refuses in a config. */
    static SwiftpagerException refusal(String path, String message) {
        return new SwiftpagerException(Status.INVALID_CONFIG.code,
                Json.encode(Map.of("code", "INVALID_CONFIG", "path", path, "message", message)));
    }
}
