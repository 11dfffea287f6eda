import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import swiftpager.Client;
import swiftpager.Pager;
import swiftpager.Status;
import swiftpager.SwiftpagerException;
import swiftpager.Walk;

/** What the tests share: the shop server, and expectations. */
abstract class Harness {
    static final String SHOP = System.getenv("SWIFTPAGER_SHOP_ENDPOINT");
    static final String QUERY = """
            query Products($first: Int!, $after: String) {
              products(first: $first, after: $after) {
                edges { node { id name price } }
                pageInfo { hasNextPage endCursor }
              }
            }""";
    static final String RENAME =
            "mutation ($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }";
    static final Map<String, ?> NONE = Map.of();

    /** Runs lines of a program in a process of its own. */
    static Process start(String lines, Map<String, String> environment) throws IOException {
        Path program = Files.createTempDirectory("swiftpager").resolve("Program.java");
        Files.writeString(program, "import java.util.Map;\nimport swiftpager.*;\npublic class Program {\n"
                + "public static void main(String[] arguments) {\n" + lines + "}\n}\n");
        ProcessBuilder run = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), program.toString());
        run.environment().putAll(environment);
        return run.redirectErrorStream(true).start();
    }

    static Client shop() {
        return shop(NONE);
    }

    static Client shop(Map<String, ?> config) {
        return new Client(SHOP, config);
    }

    static Client silent(ServerSocket server) {
        return new Client("http://127.0.0.1:" + server.getLocalPort() + "/graphql", NONE);
    }

    static Pager products() {
        return products(shop());
    }

    static Pager products(Client client) {
        return client.pager(QUERY, Map.of("first", 100), NONE);
    }

    /** The items of a walk, and the error that ended it; null if it came to its end. */
    record Ended<T>(List<T> items, SwiftpagerException error) {}

    static <T> Ended<T> consumed(Walk<T> walk) {
        return consumed(walk, item -> { });
    }

    /** A body gets each item as it comes. */
    static <T> Ended<T> consumed(Walk<T> walk, Consumer<T> body) {
        List<T> items = new ArrayList<>();
        try {
            for (T item : walk) {
                items.add(item);
                body.accept(item);
            }
            return new Ended<>(items, null);
        } catch (SwiftpagerException error) {
            return new Ended<>(items, error);
        }
    }

    /** The items of a walk that comes to its end. */
    static <T> List<T> all(Walk<T> walk) {
        Ended<T> ended = consumed(walk);
        if (ended.error() != null) {
            throw ended.error();
        }
        return ended.items();
    }

    static void same(Object expected, Object got) {
        if (!Objects.equals(expected, got)) {
            throw new AssertionError("expected " + expected + ", got " + got);
        }
    }

    static SwiftpagerException fails(Status status, Callable<?> call) {
        SwiftpagerException failure = (SwiftpagerException) thrown(call);
        same(status, failure.status);
        return failure;
    }

    static Throwable thrown(Callable<?> call) {
        try {
            call.call();
        } catch (Throwable thrown) {
            return thrown;
        }
        throw new AssertionError("nothing was thrown");
    }
}
