package swiftpager;

import java.util.HashMap;
import java.util.Map;

/** A GraphQL endpoint. Configs and options are those of the library: see "Configs" in swiftpager.h. */
public final class Client extends ClientMethods {
    private static final String CALLS_NOTHING = Json.encode(Map.of("code", "INVALID_CONFIG", "path", "/delivery",
            "message", "the library calls no function of a Java program: leave \"delivery\" out, and take updates with "
                    + "subscribe()"));

    public Client(String endpoint, Map<String, ?> config) {
        super(create(endpoint, config));
    }

    private static long create(String endpoint, Map<String, ?> config) {
        if ("thread".equals(config.get("delivery"))) {
            throw new SwiftpagerException(Status.INVALID_CONFIG.code, CALLS_NOTHING);
        }
        return Abi.clientCreateWithEndpoint(endpoint, Json.encode(config), 0);
    }

    public Pager pager(String query, Map<String, ?> variables, Map<String, ?> config) {
        return use(client -> new Pager(Abi.pagerCreateWithQuery(
                client, query, Json.encode(variables), Json.encode(config), 0)));
    }

    /** Sends one query or mutation, and returns the response. */
    public String execute(String query, Map<String, ?> variables, Map<String, ?> options) {
        Map<String, Object> request = new HashMap<>(options);
        request.putAll(Map.of("query", query, "variables", variables));
        long operation = use(client -> Abi.clientExecute(client, Json.encode(request)));
        long[] error = new long[1];
        try {
            Abi.check(Calls.wait(null, time -> Abi.swiftpager_operation_wait(operation, time, error)), error);
            return use(client -> Abi.operationResponse(operation));
        } finally {
            Abi.swiftpager_operation_cancel(operation);
            Abi.swiftpager_operation_release(operation);
        }
    }
}
