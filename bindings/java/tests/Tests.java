import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import swiftpager.Client;
import swiftpager.Kind;
import swiftpager.Page;
import swiftpager.Pager;
import swiftpager.Source;
import swiftpager.Status;
import swiftpager.Subscription;
import swiftpager.SwiftpagerException;
import swiftpager.Update;
import swiftpager.Walk;

/** The tests of Java's binding, against the shop server: each public method without parameters is one. */
public final class Tests {
    private static final String SHOP = System.getenv("SWIFTPAGER_SHOP_ENDPOINT");
    private static final String QUERY = """
            query Products($first: Int!, $after: String) {
              products(first: $first, after: $after) {
                edges { node { id name price } }
                pageInfo { hasNextPage endCursor }
              }
            }""";
    private static final String RENAME =
            "mutation ($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }";
    private static final Map<String, ?> NONE = Map.of();

    public void a_walk_is_complete() {
        Pager pager = products();
        List<Page> pages = all(pager.pages(NONE));
        same(10, pages.size());
        same(List.of(Kind.INITIAL, Kind.NEXT), List.of(pages.get(0).kind, pages.get(1).kind));
        for (Page page : pages) {
            same(100, page.count());
            same("application/json", page.header("content-type"));
            same(true, page.data().startsWith("{") && page.response().contains(page.data()));
        }
        same(true, pages.get(0).pageInfo.contains("true"));
        same(true, pager.state().contains("\"items_loaded\":1000"));
    }

    public void items_are_texts() {
        Set<String> items = new HashSet<>(all(products().items(NONE)));
        same(1000, items.size());
        same(true, items.stream().allMatch(item -> item.startsWith("{") && item.endsWith("}")));
    }

    public void a_walk_has_each_page() {
        Pager atEnd = shop().pager(QUERY, Map.of("first", 100), Map.of("load_all", Map.of("emit", "end")));
        same(1000, all(atEnd.items(NONE)).size());
        Pager pager = products();
        Map<String, ?> once = Map.of("emit", "end");
        same("/emit", fails(Status.INVALID_CONFIG, () -> pager.pages(once)).path);
        same("/emit", fails(Status.INVALID_CONFIG, () -> pager.items(once)).path);
        same(10L, pager.loadAll(once).pageCount());
    }

    public void pages_are_loaded_one_by_one() {
        Pager pager = products();
        same(Kind.INITIAL, pager.fetch(NONE).kind);
        same(Kind.NEXT, pager.loadNext(NONE).kind);
        same(true, pager.canLoadNext());
        same(false, pager.canLoadPrevious());
        same(2, pager.current().pages().size());
        try (Update update = pager.loadAll(Map.of("fetch_from_initial_page", false))) {
            same(10L, update.pageCount());
            same(List.of(Status.OK, Source.SERVER), List.of(update.status(), update.source()));
            same(null, update.error());
            same(true, update.output().startsWith("{\"previous_pages\""));
        }
        pager.reset();
        same(null, pager.current());
        same(100, pager.refetch(NONE).count());
    }

    public void errors_have_status_message_and_path() {
        SwiftpagerException failure = fails(Status.INVALID_CONFIG,
                () -> shop().pager(QUERY, Map.of("first", 1), Map.of("retain", "some")));
        same(List.of(2, "/retain"), List.of(failure.code, failure.path));
        failure = fails(Status.GRAPHQL,
                () -> all(shop().pager(QUERY.replace("name", "nonsense"), Map.of("first", 1), NONE).pages(NONE)));
        same(true, failure.getMessage().contains("nonsense") && failure.json.contains("\"errors\""));
        fails(Status.PAGE_LIMIT, () -> all(products().pages(Map.of("max_pages", 2))));
        same(null, fails(Status.MISSING_INITIAL_PAGE, () -> products().loadNext(NONE)).path);
    }

    public void a_text_with_a_nul_is_refused() {
        Client client = shop(Map.of("cache", "memory"));
        same(true, thrown(() -> client.pager("{ a }\0", NONE, NONE)) instanceof IllegalArgumentException);
        same(true, thrown(() -> client.cacheRead("Product:1\0")) instanceof IllegalArgumentException);
        // A value of a variable is escaped.
        client.cacheWrite("Product:1", "{\"name\":\"a\\u0000b\"}");
        same("{\"name\":\"a\\u0000b\"}", client.cacheRead("Product:1"));
        // Escapes of JSON pass in both directions.
        same("/a\001\n\"~1\u00e4", fails(Status.INVALID_CONFIG,
                () -> shop(Map.of("a\001\n\"/\u00e4", 1))).path);
    }

    public void cancel_before_the_loop() {
        Walk<Page> walk = products().pages(NONE);
        walk.cancel();
        fails(Status.CANCELLED, () -> all(walk));
    }

    public void break_ends_the_walk() {
        Pager pager = products();
        try (Walk<Page> walk = pager.pages(NONE)) {
            for (Page page : walk) {
                break;
            }
        }
        same(true, pager.state().contains("\"loading\":null"));
        same(10, all(pager.pages(NONE)).size());
    }

    public void an_exception_in_the_body_ends_the_walk() {
        Pager pager = products();
        try (Walk<Page> walk = pager.pages(NONE)) {
            walk.forEach(page -> {
                throw new IllegalStateException("mine");
            });
        } catch (IllegalStateException thrown) {
            same("mine", thrown.getMessage());
        }
        same(true, pager.state().contains("\"loading\":null"));
    }

    public void watch_sees_a_rename() throws Exception {
        Client client = shop(Map.of("cache", "memory"));
        Pager pager = products(client);
        String before = pager.fetch(NONE).items().get(0);
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        CompletableFuture<Void> watch = CompletableFuture.runAsync(() -> pager.watch(
                update -> seen.add(update.isChange() + update.lastPage().items().get(0))));
        same("false" + before, seen.take());
        String id = before.replaceAll(".*\"id\":\\s*\"([^\"]*)\".*", "$1");
        client.execute(RENAME, Map.of("id", id, "name", "Another \"one\""), NONE);
        String after = seen.take();
        same(true, after.startsWith("true") && after.contains("Another \\\"one\\\""));
        String name = before.replaceAll(".*\"name\":\\s*\"([^\"]*)\".*", "$1");
        client.execute(RENAME, Map.of("id", id, "name", name), NONE);
        same("true" + before, seen.take());
        pager.close();
        watch.get();
    }

    public void an_exception_in_a_watch_loses_nothing() {
        Pager pager = products();
        CompletableFuture<Void> watch = CompletableFuture.runAsync(() -> pager.watch(update -> {
            throw new IllegalStateException("mine");
        }));
        same(10, all(pager.pages(Map.of("retain", "all"))).size());
        same("mine", thrown(watch::get).getCause().getMessage());
        // A receiver that returns false ends the watch.
        pager.watch(update -> false);
    }

    public void a_watch_that_nobody_reads_keeps_the_updates_of_a_walk() {
        Pager pager = products();
        Subscription subscription = pager.subscribe();
        same(10, all(pager.pages(NONE)).size());
        same(10L, pager.loadAll(Map.of("emit", "each")).pageCount());
        for (int page = 0; page < 20; page++) {
            same(100, subscription.poll(null).lastPage().count());
        }
        same(null, subscription.poll(Duration.ZERO));
        // A walk in the body of a watch.
        List<Update> seen = new ArrayList<>();
        pager.watch(update -> {
            seen.add(update);
            return seen.size() > 1 ? seen.size() < 11 : all(pager.pages(NONE)).size() == 10;
        });
        same(11, seen.size());
    }

    public void a_subscription_keeps_its_pager() throws InterruptedException {
        Client client = shop(Map.of("cache", "memory"));
        List<WeakReference<Object>> dropped = new ArrayList<>();
        Subscription subscription = watched(client, dropped);
        same(List.of(), left(dropped));
        String id = subscription.poll(null).lastPage().items().get(0).replaceAll(".*\"id\":\\s*\"([^\"]*)\".*", "$1");
        for (int number = 0; number < 10; number++) {
            client.cacheWrite("Product:" + id, "{\"name\":\"Number " + number + "\"}");
            same(true, subscription.poll(null).lastPage().items().get(0).contains("Number " + number));
        }
        subscription.close();
        same(false, subscription.iterator().hasNext());
    }

    private static Subscription watched(Client client, List<WeakReference<Object>> dropped) {
        Pager pager = products(client);
        dropped.add(new WeakReference<>(pager));
        pager.fetch(NONE);
        return pager.subscribe();
    }

    public void objects_are_collected() throws InterruptedException {
        Client client = shop(Map.of("cache", "memory"));
        Pager pager = products(client);
        List<WeakReference<Object>> dropped = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            use(client, pager, number, dropped);
        }
        same(140, dropped.size());
        same(List.of(), left(dropped));
    }

    private static void use(Client client, Pager pager, int number, List<WeakReference<Object>> dropped) {
        Client other = shop();
        Pager its = products(other);
        Walk<Page> walk = its.pages(NONE);
        Page page = walk.next();
        pager.fetch(NONE);
        Subscription subscription = pager.subscribe();
        all(pager.pages(NONE));
        client.cacheWrite("Product:1", "{\"name\":\"Number " + number + "\"}");
        Update update = subscription.poll(null);
        for (Object each : List.of(other, its, walk, page, subscription, update, pager.loadAll(NONE))) {
            dropped.add(new WeakReference<>(each));
        }
    }

    /** What the collector leaves. */
    private static List<Object> left(List<WeakReference<Object>> dropped) throws InterruptedException {
        for (int round = 0; round < 100 && dropped.stream().anyMatch(each -> each.get() != null); round++) {
            System.gc();
            Thread.sleep(10);
        }
        return dropped.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
    }

    public void delivery_by_a_thread_is_refused() {
        SwiftpagerException failure = fails(Status.INVALID_CONFIG, () -> shop(Map.of("delivery", "thread")));
        same("/delivery", failure.path);
        same(true, failure.getMessage().contains("take updates with subscribe()"));
        same(10, all(products(shop(Map.of("delivery", "dispatch"))).pages(NONE)).size());
    }

    public void a_message_is_the_outer_one() throws IOException {
        String text = "two\\nlines, \\t\\\"\\\\\\/ \\u0001\\u00e4\\ud83d\\uded2";
        byte[] answer = ("{\"errors\":[{\"extensions\":{\"message\":\"inner\",\"path\":\"/inner\"},\"message\":\"" + text
                + "\"}]}").getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        Client client = new Client("http://127.0.0.1:" + server.getAddress().getPort(), NONE);
        SwiftpagerException failure = fails(Status.GRAPHQL, () -> client.execute("{ a }", NONE, NONE));
        server.stop(0);
        // The library shows what is no text: a backslash and an n.
        same("the server answered with errors and no data; the first error: "
                + "two\\nlines, \\t\"\\/ \\" + "u0001\u00e4\ud83d\uded2",
                failure.getMessage());
        same(null, failure.path);
        same(true, failure.json.contains("/inner"));
    }

    public void no_memory_for_the_items_is_an_error() throws Exception {
        Process run = start("String query = \"\"\"\n" + QUERY + "\"\"\";\n"
                + "Client client = new Client(System.getenv(\"SWIFTPAGER_SHOP_ENDPOINT\"), Map.of());\n"
                + "try { client.pager(query, Map.of(\"first\", 97), Map.of()).pages(Map.of()).next(); }\n"
                + "catch (SwiftpagerException failure) {\n"
                + "System.out.println(failure.status + \": \" + failure.getMessage()); }\n",
                Map.of("LD_PRELOAD", System.getenv("NO_MEMORY")));
        same("NO_MEMORY: no memory for the places of the items\n", new String(run.getInputStream().readAllBytes()));
        same(0, run.waitFor());
    }

    public void a_subscription_gives_updates() {
        Pager pager = products();
        Subscription subscription = pager.subscribe();
        same(null, subscription.poll(Duration.ZERO));
        CompletableFuture<Update> load = CompletableFuture.supplyAsync(() -> pager.loadAll(Map.of("emit", "each")));
        for (long count = 1; count <= 10; count++) {
            same(count, subscription.poll(null).pageCount());
        }
        load.join();
        pager.close();
        same(false, subscription.iterator().hasNext());
    }

    public void execute_returns_the_response() {
        same(true, shop().execute("{ shop { name } }", NONE, NONE).contains("The Corner Shop"));
        fails(Status.GRAPHQL, () -> shop().execute("{ nothing }", NONE, NONE));
    }

    public void cache() {
        Client client = shop(Map.of("cache", "memory"));
        same(null, client.cacheRead("Product:1"));
        client.cacheWrite("Product:1", "{\"name\":\"One\"}");
        client.cacheWrite(null, "{\"Product:2\":{\"name\":\"Zwei ☃\"}}");
        same("{\"name\":\"One\"}", client.cacheRead("Product:1"));
        same("{\"name\":\"Zwei ☃\"}", client.cacheRead("Product:2"));
        client.cacheEvict("Product:1");
        same(null, client.cacheRead("Product:1"));
        client.cacheClear();
        same(null, client.cacheRead("Product:2"));
        fails(Status.INVALID_ARGUMENT, () -> shop().cacheRead("Product:1"));
    }

    public void resume_goes_on() {
        Pager pager = products();
        fails(Status.PAGE_LIMIT, () -> all(pager.pages(Map.of("max_pages", 3))));
        Pager resumed = shop().pager(QUERY, Map.of("first", 100), Map.of("resume", pager.resumeToken()));
        same(7, all(resumed.pages(NONE)).size());
        same(true, pager.checkpoint().startsWith("{"));
        for (boolean finished : List.of(false, true)) {
            Pager left = products();
            try (Walk<Page> walk = left.pages(NONE)) {
                Page page = walk.next();
                if (finished) {
                    page.finish();
                }
                Map<String, ?> resume = Map.of("resume", left.resumeToken());
                same(finished ? 9 : 10, all(shop().pager(QUERY, Map.of("first", 100), resume).pages(NONE)).size());
            }
            // To leave the loop does not finish the page in hand.
            Map<String, ?> resume = Map.of("resume", left.resumeToken());
            same(finished ? 9 : 10, all(shop().pager(QUERY, Map.of("first", 100), resume).pages(NONE)).size());
        }
    }

    public void cancel_from_another_thread() {
        Walk<Page> walk = products().pages(NONE);
        List<Page> seen = new ArrayList<>();
        fails(Status.CANCELLED, () -> {
            for (Page page : walk) {
                seen.add(page);
                CompletableFuture.runAsync(walk::cancel).join();
            }
            return null;
        });
        same(1, seen.size());
    }

    public void cancel_ends_a_wait() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Walk<Page> walk = products(silent(silent)).pages(NONE);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> all(walk));
            silent.accept();
            walk.cancel();
            same(Status.CANCELLED, ((SwiftpagerException) thrown(waiting::get).getCause()).status);
        }
    }

    public void an_interrupt_ends_a_wait() throws IOException, InterruptedException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<SwiftpagerException> failure = new CompletableFuture<>();
            Pager pager = products(silent(silent));
            Thread waiting = new Thread(() -> failure.complete(fails(Status.INTERRUPTED, () -> pager.fetch(NONE))));
            waiting.start();
            silent.accept();
            waiting.interrupt();
            waiting.join();
            same(Status.INTERRUPTED, failure.join().status);
            same(true, pager.state().contains("\"loading\":null"));
        }
    }

    public void a_released_handle_is_refused() {
        Client client = shop();
        Pager pager = products(client);
        Walk<Page> walk = pager.pages(NONE);
        walk.next();
        pager.close();
        pager.close();
        fails(Status.CANCELLED, () -> all(walk));
        fails(Status.INVALID_HANDLE, () -> pager.fetch(NONE));
        client.close();
        client.close();
        fails(Status.INVALID_HANDLE, () -> products(client));
    }

    public void dropped_parents_do_not_end_a_walk() {
        Walk<Page> walk = products().pages(NONE);
        for (int page = 1; page <= 10; page++) {
            System.gc();
            same(100, walk.next().count());
        }
        same(false, walk.hasNext());
    }

    public void a_thousand_dropped_pagers() {
        Client client = shop();
        for (int number = 1; number <= 1000; number++) {
            Pager pager = client.pager(QUERY, Map.of("first", 1), NONE);
            if (number % 10 == 0) {
                pager.pages(NONE).next();
            }
            if (number % 100 == 0) {
                System.gc();
            }
        }
        same(1000, all(products(client).items(NONE)).size());
    }

    public void the_readme_runs() throws Exception {
        Path here = Path.of(System.getProperty("bindings"));
        String example = Files.readString(here.resolve("README.md")).replaceAll("(?s).*```java\n(.*?)```.*", "$1");
        Process run = start(example, Map.of());
        String output = new String(run.getInputStream().readAllBytes());
        same(0, run.waitFor());
        same(1000L, output.lines().count());
    }

    public void a_library_that_is_missing_says_what_to_do() throws Exception {
        Process run = start("new Client(\"http://127.0.0.1:1/\", Map.of());", Map.of("SWIFTPAGER_LIBRARY", "/nowhere.so"));
        String output = new String(run.getInputStream().readAllBytes());
        same(1, run.waitFor());
        same(true, output.contains("/nowhere.so cannot be loaded: install libswiftpager, or name its file in"));
    }

    public void a_value_that_is_not_json_is_refused() {
        try {
            shop().pager(QUERY, Map.of("first", Thread.State.NEW), NONE);
            throw new AssertionError("it was accepted");
        } catch (IllegalArgumentException refusal) {
            same(true, refusal.getMessage().contains("java.lang.Thread$State"));
        }
    }

    /** Runs lines of a program in a process of its own. */
    private static Process start(String lines, Map<String, String> environment) throws IOException {
        Path program = Files.createTempDirectory("swiftpager").resolve("Program.java");
        Files.writeString(program, "import java.util.Map;\nimport swiftpager.*;\npublic class Program {\n"
                + "public static void main(String[] arguments) {\n" + lines + "}\n}\n");
        ProcessBuilder run = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), program.toString());
        run.environment().putAll(environment);
        return run.redirectErrorStream(true).start();
    }

    private static Client shop() {
        return shop(NONE);
    }

    private static Client shop(Map<String, ?> config) {
        return new Client(SHOP, config);
    }

    private static Client silent(ServerSocket server) {
        return new Client("http://127.0.0.1:" + server.getLocalPort() + "/graphql", NONE);
    }

    private static Pager products() {
        return products(shop());
    }

    private static Pager products(Client client) {
        return client.pager(QUERY, Map.of("first", 100), NONE);
    }

    private static <T> List<T> all(Walk<T> walk) {
        List<T> all = new ArrayList<>();
        walk.forEach(all::add);
        return all;
    }

    private static void same(Object expected, Object got) {
        if (!Objects.equals(expected, got)) {
            throw new AssertionError("expected " + expected + ", got " + got);
        }
    }

    private static SwiftpagerException fails(Status status, Callable<?> call) {
        SwiftpagerException failure = (SwiftpagerException) thrown(call);
        same(status, failure.status);
        return failure;
    }

    private static Throwable thrown(Callable<?> call) {
        try {
            call.call();
        } catch (Throwable thrown) {
            return thrown;
        }
        throw new AssertionError("nothing was thrown");
    }

    /** Runs all tests, or those whose names are given. */
    public static void main(String[] names) {
        int passed = 0;
        int failed = 0;
        List<Method> tests = Arrays.stream(Tests.class.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers()) && each.getParameterCount() == 0)
                .filter(each -> names.length == 0 || List.of(names).contains(each.getName()))
                .sorted(Comparator.comparing(Method::getName)).toList();
        for (Method test : tests) {
            try {
                test.invoke(new Tests());
                passed++;
            } catch (InvocationTargetException thrown) {
                System.out.println(test.getName() + ":");
                thrown.getCause().printStackTrace(System.out);
                failed++;
            } catch (IllegalAccessException impossible) {
                throw new AssertionError(impossible);
            }
        }
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
