package swiftpager;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/** A GraphQL endpoint. docs/configuration.md has the keys of configs and options. */
public final class Client extends Handle {
    private static final String CALLS_NOTHING = Json.encode(Map.of("code", "INVALID_CONFIG", "path", "/delivery",
            "message", "the library calls no function of a Java program: leave \"delivery\" out, and take updates with "
                    + "subscribe()"));

    public Client(String endpoint, Map<String, ?> config) {
        super(create(endpoint, config), client -> Abi.swiftpager_client_close(client, 0),
                Abi::swiftpager_client_release);
    }

    private static long create(String endpoint, Map<String, ?> config) {
        if ("thread".equals(config.get("delivery"))) {
            throw new SwiftpagerException(Status.INVALID_CONFIG.code, CALLS_NOTHING);
        }
        String text = Abi.whole(Json.encode(config));
        return Abi.made((out, error) -> Abi.swiftpager_client_create(Abi.whole(endpoint), text, 0, out, error));
    }

    public Pager pager(String query, Map<String, ?> variables, Map<String, ?> config) {
        String text = Abi.whole(Json.encode(Walk.with(config, "variables", variables)));
        return use(client -> new Pager(Abi.made(
                (out, error) -> Abi.swiftpager_pager_create(client, Abi.whole(query), text, 0, out, error))));
    }

    /** Sends one query or mutation, and returns the response. */
    public String execute(String query, Map<String, ?> variables, Map<String, ?> options) {
        Map<String, Object> request = new HashMap<>(options);
        request.putAll(Map.of("query", query, "variables", variables));
        String text = Abi.whole(Json.encode(request));
        long operation = use(client -> Abi.made(
                (out, error) -> Abi.swiftpager_client_execute(client, text, 0, 0, 0, out, error)));
        long[] error = new long[1];
        try {
            Abi.check(Calls.wait(null, time -> Abi.swiftpager_operation_wait(operation, time, error)), error);
            return use(client -> Abi.text(operation, Abi::swiftpager_operation_response));
        } finally {
            Abi.swiftpager_operation_close(operation);
            Abi.swiftpager_operation_release(operation);
        }
    }

    /** Overwrites fields of a record in the cache; with null for the key those of many, by their keys. */
    public void cacheWrite(String key, String fieldsJson) {
        change(error -> use(client ->
                Abi.swiftpager_client_cache_write(client, Abi.whole(key), Abi.whole(fieldsJson), error)));
    }

    /** A record of the cache, whatever its age; null if there is none. */
    public String cacheRead(String key) {
        return use(client -> Abi.taken(Abi.made(
                (out, error) -> Abi.swiftpager_client_cache_read(client, Abi.whole(key), out, error))));
    }

    /** Forgets a record of the cache. */
    public void cacheEvict(String key) {
        change(error -> use(client -> Abi.swiftpager_client_cache_evict(client, Abi.whole(key), error)));
    }

    /** Forgets all records of the cache. */
    public void cacheClear() {
        change(error -> use(client -> Abi.swiftpager_client_cache_clear(client, error)));
    }

    private static void change(ToIntFunction<long[]> call) {
        long[] error = new long[1];
        Abi.check(call.applyAsInt(error), error);
    }
}
