package swiftpager;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A GraphQL endpoint. Configs and options are those of the library: see "Configs" in swiftpager.h. */
public final class Client extends ClientMethods {
    public Client(String endpoint, Map<String, ?> config) {
        super(Abi.clientCreateWithEndpoint(endpoint, Json.encode(config), 0));
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

    /** Runs the receivers of `watch` that have something to get, and returns how many ran. If none has, it waits. */
    public int dispatch(Duration timeout) {
        int[] count = new int[1];
        int ended = use(client -> Calls.wait(timeout, time -> {
            int status = Abi.swiftpager_client_dispatch(client, time, 0, count);
            return status == Abi.OK && count[0] == 0 ? Status.TIMEOUT.code : status;
        }));
        Abi.check(ended == Status.TIMEOUT.code ? Abi.OK : ended);
        return count[0];
    }
}
