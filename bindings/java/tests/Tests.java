import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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

    public void watch_sees_a_rename() {
        Client client = shop(Map.of("cache", "memory"));
        Pager pager = products(client);
        List<String> seen = new ArrayList<>();
        Subscription watch = pager.watch(update -> seen.add(update.isChange() + update.lastPage().items().get(0)));
        String before = pager.fetch(NONE).items().get(0);
        String id = before.replaceAll(".*\"id\":\\s*\"([^\"]*)\".*", "$1");
        client.execute(RENAME, Map.of("id", id, "name", "Another \"one\""), NONE);
        while (!seen.get(seen.size() - 1).contains("Another \\\"one\\\"")) {
            client.dispatch(Duration.ofSeconds(1));
        }
        same(true, seen.get(seen.size() - 1).startsWith("true"));
        watch.close();
        int count = seen.size();
        String name = before.replaceAll(".*\"name\":\\s*\"([^\"]*)\".*", "$1");
        client.execute(RENAME, Map.of("id", id, "name", name), NONE);
        client.dispatch(Duration.ZERO);
        same(count, seen.size());
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
        fails(Status.INVALID_HANDLE, () -> client.dispatch(Duration.ZERO));
    }

    public void an_exception_in_a_callback_comes_out() {
        Pager pager = products();
        Subscription watch = pager.watch(update -> {
            throw new IllegalStateException("mine");
        });
        same("mine", thrown(() -> all(pager.pages(Map.of("retain", "all")))).getMessage());
        watch.close();
        same(10, all(pager.pages(NONE)).size());
    }

    public void a_call_that_waits_inside_a_callback_is_refused() {
        Pager pager = products();
        pager.watch(update -> pager.fetch(NONE));
        fails(Status.REENTRANT, () -> all(pager.pages(Map.of("retain", "all"))));
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
