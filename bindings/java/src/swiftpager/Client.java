package swiftpager;

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
        String text = Json.merged(Map.of("variables", variables), config);
        return new Pager(Abi.got(out -> Abi.swiftpager_pager_create(key, Abi.whole(query), text, 0, out, 0)));
    }

    /** Sends one query or mutation, and returns the response. */
    public String execute(String query, Map<String, ?> variables, Map<String, ?> options) {
        String text = Json.merged(options, Map.of("query", query, "variables", variables));
        long handle = Abi.got(out -> Abi.swiftpager_client_execute(key, text, 0, 0, 0, out, 0));
        try (Handle operation =
                new Handle(handle, Abi::swiftpager_operation_close, Abi::swiftpager_operation_release)) {
            Abi.check(Abi.waited(null, time -> Abi.swiftpager_operation_wait(operation.key, time, 0)));
            return Abi.text(operation.key, length -> Abi.swiftpager_operation_response(operation.key, length));
        }
    }

    /** Overwrites fields of a record in the cache; with null for the key those of many, by their keys. */
    public void cacheWrite(String record, String fieldsJson) {
        Abi.check(Abi.swiftpager_client_cache_write(key, Abi.whole(record), Abi.whole(fieldsJson), 0));
    }

    /** A record of the cache, whatever its age; null if there is none. */
    public String cacheRead(String record) {
        return Abi.taken(out -> Abi.swiftpager_client_cache_read(key, Abi.whole(record), out, 0));
    }

    /** Forgets a record of the cache. */
    public void cacheEvict(String record) {
        Abi.check(Abi.swiftpager_client_cache_evict(key, Abi.whole(record), 0));
    }

    /** Forgets all records of the cache. */
    public void cacheClear() {
        Abi.check(Abi.swiftpager_client_cache_clear(key, 0));
    }
}
