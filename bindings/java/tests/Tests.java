import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import swiftpager.Client;
import swiftpager.Kind;
import swiftpager.Page;
import swiftpager.Pager;
import swiftpager.Source;
import swiftpager.Status;
import swiftpager.SwiftpagerException;
import swiftpager.Update;
import swiftpager.Walk;
import java.util.stream.Stream;

/** The tests of Java's binding, against the shop server: each public method without parameters is one. */
public final class Tests extends Harness {
    public void a_walk_is_complete() {
        Pager pager = products();
        List<Page> pages = all(pager.pages(NONE));
        same(10, pages.size());
        same(List.of(Kind.INITIAL, Kind.NEXT), List.of(pages.get(0).kind, pages.get(1).kind));
        for (Page page : pages) {
            same(100, page.count());
            same("application/json", page.header("content-type"));
            same(true, page.response().replace(" ", "").startsWith("{\"data\":" + page.data().replace(" ", "")));
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
        same(100, pager.fetch(Map.of("cache_policy", "fetch_ignoring_cache_data")).count());
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
        same(true, thrown(() -> client.cacheRead("\0")) instanceof IllegalArgumentException);
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
        // The library shows a line break in a name as a backslash and an n.
        same("the server answered with errors and no data; the first error: "
                + "two\\nlines, \\t\"\\/ \\" + "u0001\u00e4\ud83d\uded2",
                failure.getMessage());
        same(null, failure.path);
        same(true, failure.json.contains("/inner"));
    }

    public void no_memory_for_the_items_is_an_error() throws Exception {
        Process run = start("String query = \"\"\"\n" + QUERY + "\"\"\";\n"
                + "Client client = new Client(\"" + Harness.SHOP + "\", Map.of());\n"
                + "try { client.pager(query, Map.of(\"first\", 97), Map.of()).pages(Map.of()).next(); }\n"
                + "catch (SwiftpagerException failure) {\n"
                + "System.out.println(failure.status + \": \" + failure.getMessage()); }\n",
                Map.of("LD_PRELOAD", System.getenv("NO_MEMORY")));
        same("NO_MEMORY: no memory for the places of the items\n", new String(run.getInputStream().readAllBytes()));
        same(0, run.waitFor());
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
        Client without = shop();
        fails(Status.INVALID_ARGUMENT, () -> without.cacheRead("Product:1"));
        for (Runnable call : List.<Runnable>of(() -> without.cacheWrite("Product:1", "{}"),
                () -> without.cacheEvict("Product:1"), without::cacheClear)) {
            fails(Status.INVALID_ARGUMENT, Executors.callable(call));
        }
    }

    public void resume_goes_on() {
        Pager pager = products();
        Ended<Page> limited = consumed(pager.pages(Map.of("max_pages", 3)));
        same(List.of(3, Status.PAGE_LIMIT), List.of(limited.items().size(), limited.error().status));
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
        Ended<Page> ended = consumed(walk, page -> CompletableFuture.runAsync(walk::cancel).join());
        same(List.of(1, Status.CANCELLED), List.of(ended.items().size(), ended.error().status));
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

    /** A test, by its name. */
    private record Test(String name, Callable<?> body) {}

    private static Test test(Method method) {
        return new Test(method.getName(), () -> {
            try {
                return method.invoke(method.getDeclaringClass().getDeclaredConstructor().newInstance());
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof Exception failure) {
                    throw failure;
                }
                throw new AssertionError(thrown.getCause());
            }
        });
    }

    private static Test test(Ending ending) {
        return new Test(ending.name, () -> {
            ending.run();
            return null;
        });
    }

    /** Runs all tests, or those whose names are given. */
    public static void main(String[] names) throws IOException {
        int passed = 0;
        int failed = 0;
        Stream<Test> methods = Stream.of(Tests.class, WatchTests.class)
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(each -> Modifier.isPublic(each.getModifiers()) && each.getParameterCount() == 0)
                .map(Tests::test);
        List<Test> tests = Stream.concat(methods, Ending.all().stream().map(Tests::test))
                .filter(each -> names.length == 0 || List.of(names).contains(each.name))
                .sorted(Comparator.comparing(Test::name)).toList();
        for (Test test : tests) {
            try {
                test.body.call();
                passed++;
            } catch (Exception | AssertionError thrown) {
                System.out.println("FAILED " + test.name);
                thrown.printStackTrace(System.out);
                failed++;
            }
        }
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
