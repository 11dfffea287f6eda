package swiftpager;

import java.util.HashMap;
import java.util.Map;

/** A GraphQL endpoint. docs/configuration.md has the keys of configs and options. */
public final class Client extends Handle {
    public Client(String endpoint, Map<String, ?> config) {
        super(create(endpoint, config), client -> Abi.swiftpager_client_close(client, 0),
                Abi::swiftpager_client_release);
    }

    private static long create(String endpoint, Map<String, ?> config) {
        if ("thread".equals(config.get("delivery"))) {
            throw SwiftpagerException.refusal("/delivery", "the library calls no function of a Java program: leave "
                    + "\"delivery\" out, and take updates with subscribe()");
        }
        String text = Json.encode(config);
        return Abi.got(out -> Abi.swiftpager_client_create(Abi.whole(endpoint), text, 0, out, 0));
    }

    public Pager pager(String query, Map<String, ?> variables, Map<String, ?> config) {
        String text = Json.encode(Json.with(config, "variables", variables));
        return new Pager(got((client, out) ->
                Abi.swiftpager_pager_create(client, Abi.whole(query), text, 0, out, 0)));
    }

    /** Sends one query or mutation, and returns the response. */
    public String execute(String query, Map<String, ?> variables, Map<String, ?> options) {
        Map<String, Object> request = new HashMap<>(options);
        request.putAll(Map.of("query", query, "variables", variables));
        String text = Json.encode(request);
        long operation = got((client, out) -> Abi.swiftpager_client_execute(client, text, 0, 0, 0, out, 0));
        try {
            Abi.check(Abi.waited(null, time -> Abi.swiftpager_operation_wait(operation, time, 0)));
            return Abi.text(operation, Abi::swiftpager_operation_response);
        } finally {
            Abi.swiftpager_operation_close(operation);
            Abi.swiftpager_operation_release(operation);
        }
    }

    /** Overwrites fields of a record in the cache; with null for the key those of many, by their keys. */
    public void cacheWrite(String key, String fieldsJson) {
        check(client -> Abi.swiftpager_client_cache_write(client, Abi.whole(key), Abi.whole(fieldsJson), 0));
    }

    /** A record of the cache, whatever its age; null if there is none. */
    public String cacheRead(String key) {
        return Abi.taken(got((client, out) -> Abi.swiftpager_client_cache_read(client, Abi.whole(key), out, 0)));
    }

    /** Forgets a record of the cache. */
    public void cacheEvict(String key) {
        check(client -> Abi.swiftpager_client_cache_evict(client, Abi.whole(key), 0));
    }

    /** Forgets all records of the cache. */
    public void cacheClear() {
        check(client -> Abi.swiftpager_client_cache_clear(client, 0));
    }
}
