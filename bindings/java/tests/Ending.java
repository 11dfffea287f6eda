import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swiftpager.Client;
import swiftpager.Page;
import swiftpager.Pager;
import swiftpager.Status;
import swiftpager.Subscription;
import swiftpager.SwiftpagerException;
import swiftpager.Update;
import swiftpager.Walk;

/** A row of endings.txt: how a walk, a wait or a mutation ends badly. */
final class Ending extends Harness {
    private static final String TROUBLE = System.getenv("SWIFTPAGER_TROUBLE_ENDPOINT");
    private static final String QUERY = "query ($after: String) { items(after: $after) "
            + "{ edges { node { id name } } pageInfo { hasNextPage endCursor } } }";
    final String name;
    private final String kind;
    private final String path;
    private final int items;
    private final String status;
    private final String key;

    private Ending(String[] cells, String status, int number) {
        name = "ending: " + cells[0].strip();
        kind = cells[1].strip();
        path = cells[2].strip();
        items = Integer.parseInt(cells[3].strip());
        // A server may see several runs.
        key = "java-" + ProcessHandle.current().pid() + "-" + number;
        this.status = status;
    }

    static List<Ending> all() throws IOException {
        List<Ending> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(System.getProperty("bindings"), "..", "endings.txt"))) {
            if (!line.isEmpty() && !line.startsWith("#")) {
                String[] cells = line.split("\\|");
                String status = cells[4].strip();
                Matcher own = Pattern.compile("java:(\\S+)").matcher(status);
                if (own.find()) {
                    rows.add(new Ending(cells, own.group(1), rows.size()));
                } else if (!status.contains(":")) {
                    rows.add(new Ending(cells, status, rows.size()));
                }
            }
        }
        return rows;
    }

    void run() throws Exception {
        switch (kind) {
            case "walk" -> walk();
            case "load" -> load();
            case "mutation" -> ends(0, failure(() -> client().execute("mutation { a }", NONE, NONE)));
            case "left" -> left();
            case "throw" -> throwInTheBody();
            case "parts" -> parts();
            case "watch" -> watch();
            case "memory" -> memory();
            case "cancel at begin" -> cancelAtBegin();
            case "wait left" -> waitLeft();
            case "closed handle" -> closedHandle();
            case "closed client" -> closedClient();
            case "signal in a walk" -> signalInAWalk();
            case "signal in a mutation" -> signalInAMutation();
            default -> throw new AssertionError("the tests of Java do not know " + kind);
        }
    }

    private Client client() {
        String url = TROUBLE + path + (path.contains("?") ? "&" : "?") + "key=" + key;
        return new Client(url, Map.of("retry", Map.of("enabled", false)));
    }

    private static Pager pager(Client client) {
        return client.pager(QUERY, NONE, NONE);
    }

    /** Asks the trouble server for one of its own paths. */
    private String asked(String own) {
        try (InputStream answer = URI.create(TROUBLE + own + "?key=" + key).toURL().openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private boolean has(String counter, int count) {
        return asked("/stats").replace(" ", "").contains("\"" + counter + "\":" + count + ",");
    }

    /** Waits until the server has counted so many requests or aborts. */
    private void await(String counter, int count) {
        while (!has(counter, count)) {
            // The server has other work.
            LockSupport.parkNanos(5_000_000);
        }
    }

    private void openGate() {
        asked("/open");
    }

    /** So many items, and an error with the status of the row; null for OK. */
    private void ends(int count, SwiftpagerException error) {
        same(List.of(items, status), List.of(count, error == null ? "OK" : error.status.name()));
        same(true, error == null || !error.getMessage().isEmpty());
    }

    private static SwiftpagerException failure(Callable<?> call) {
        return (SwiftpagerException) thrown(call);
    }

    /** How many items a walk has that begins at the pager's resume token, once the gate is open. */
    private int rest(Pager pager) {
        Map<String, ?> resume = Map.of("resume", pager.resumeToken());
        openGate();
        return all(client().pager(QUERY, NONE, resume).items(NONE)).size();
    }

    /** Walks on a thread; calls a function with it when the items came and the server holds the page after them. */
    private Ended<String> waiting(Walk<String> walk, Consumer<Thread> call) throws Exception {
        CompletableFuture<Ended<String>> ended = new CompletableFuture<>();
        CountDownLatch came = new CountDownLatch(items);
        Thread thread = new Thread(() -> ended.complete(consumed(walk, item -> came.countDown())));
        thread.start();
        same(true, came.await(30, TimeUnit.SECONDS));
        await("requests", items / 10 + 1);
        call.accept(thread);
        return ended.get();
    }

    private void walk() {
        Pager pager = pager(client());
        Ended<String> texts = consumed(pager.items(NONE));
        ends(texts.items().size(), texts.error());
        Ended<Page> pages = consumed(pager.pages(NONE));
        ends(pages.items().stream().mapToInt(Page::count).sum(), pages.error());
        same(true, pager.state().contains("\"loading\":null"));
        ends(items, failure(() -> pager.loadAll(NONE)));
    }

    private void load() {
        Pager pager = pager(client());
        List<Page> pages = new ArrayList<>(List.of(pager.fetch(NONE)));
        ends(items, failure(() -> {
            while (pages.add(pager.loadNext(NONE))) {
                same(10, pages.get(pages.size() - 1).count());
            }
            return null;
        }));
        same(List.of(items / 10, 10), List.of(pages.size(), pager.fetch(NONE).count()));
    }

    private void left() throws Exception {
        Pager pager = pager(client());
        // The first walk is closed, and the collector takes the second one.
        try (Walk<Page> walk = pager.pages(NONE)) {
            ends(walk.next().count(), null);
            await("requests", 2);
        }
        await("aborts", 1);
        WeakReference<Walk<Page>> dropped = begun(pager);
        await("requests", 4);
        while (!has("aborts", 2)) {
            System.gc();
            LockSupport.parkNanos(5_000_000);
        }
        same(null, dropped.get());
        same(50, rest(pager));
    }

    private WeakReference<Walk<Page>> begun(Pager pager) {
        Walk<Page> walk = pager.pages(NONE);
        ends(walk.next().count(), null);
        return new WeakReference<>(walk);
    }

    private void throwInTheBody() {
        Pager pager = pager(client());
        List<String> seen = new ArrayList<>();
        Throwable thrown = thrown(() -> {
            try (Walk<String> walk = pager.items(NONE)) {
                return consumed(walk, item -> {
                    seen.add(item);
                    if (seen.size() == items) {
                        await("requests", 2);
                        throw new IllegalStateException("mine");
                    }
                });
            }
        });
        same("mine", thrown.getMessage());
        ends(seen.size(), null);
        await("aborts", 1);
        same(50, rest(pager));
    }

    private void parts() {
        Ended<Page> ended = consumed(pager(client()).pages(NONE));
        Page page = ended.items().get(0);
        ends(page.count(), ended.error());
        same(List.of(1, 10), List.of(ended.items().size(), page.items().size()));
        same(true, page.items().get(9).contains("Item 10"));
        same(true, page.errors.contains("The name is secret.") && page.pageInfo.contains("hasNextPage"));
        same(null, page.extensions);
        same(true, page.data().startsWith("{") && page.data().endsWith("}") && page.response().contains(page.data()));
        same(true, page.response().contains("The name is secret."));
        same(null, page.header("nothing"));
    }

    private void watch() {
        Pager pager = pager(client());
        Subscription subscription = pager.subscribe();
        pager.fetch(NONE);
        fails(Status.valueOf(status), () -> pager.loadNext(NONE));
        Update first = subscription.poll(null);
        Update second = subscription.poll(null);
        same(List.of(Status.OK, 0L), List.of(first.status(), first.pageIndex()));
        same(null, first.error());
        ends(first.page().count(), second.error());
        same(status, second.status().name());
        same(null, second.page());
        pager.close();
        same(false, subscription.iterator().hasNext());
    }

    private void memory() throws IOException {
        Client client = client();
        Client cached = new Client(TROUBLE, Map.of("cache", "memory"));
        cached.cacheWrite("Item:1", "{\"name\":\"" + "x".repeat(1_000_000) + "\"}");
        long before = 0;
        for (int round = 0; round < 50; round++) {
            if (round == 10) {
                before = resident();
            }
            Pager pager = pager(client);
            try (Walk<Page> walk = pager.pages(NONE)) {
                ends(walk.next().count(), failure(() -> {
                    Pager loaded = pager(client);
                    same(true, loaded.fetch(NONE).extensions.length() > 1_000_000);
                    return loaded.loadNext(NONE);
                }));
            }
            same(1, all(pager.pages(NONE)).size());
            same(true, client.execute("mutation { a }", NONE, NONE).length() > 1_000_000);
            same(true, cached.cacheRead("Item:1").length() > 1_000_000);
            System.gc();
        }
        long grown = resident() - before;
        same(true, grown < 20_000_000 ? true : grown);
    }

    /** How many bytes the process has in memory. */
    private static long resident() throws IOException {
        return 4096 * Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]);
    }

    private void cancelAtBegin() throws Exception {
        Client client = client();
        for (boolean isBefore : List.of(true, false)) {
            Walk<String> walk = pager(client).items(NONE);
            if (isBefore) {
                walk.cancel();
            }
            CompletableFuture<Ended<String>> ended = CompletableFuture.supplyAsync(() -> consumed(walk));
            walk.cancel();
            ends(ended.get().items().size(), ended.get().error());
        }
    }

    private void waitLeft() throws Exception {
        Client client = client();
        Walk<String> walk = pager(client).items(NONE);
        Ended<String> ended = waiting(walk, thread -> walk.cancel());
        same(Status.CANCELLED, ended.error().status);
        ends(ended.items().size(), null);
        openGate();
        same(50, all(pager(client).items(NONE)).size());
    }

    private void closedHandle() {
        Pager pager = pager(client());
        Ended<String> ended = consumed(pager.items(NONE), item -> pager.close());
        same(Status.CANCELLED, ended.error().status);
        List<Callable<?>> calls = List.of(() -> pager.fetch(NONE), () -> pager.loadNext(NONE), () -> pager.pages(NONE),
                () -> pager.loadAll(NONE), pager::current, pager::state, pager::subscribe, pager::resumeToken,
                pager::canLoadNext);
        for (Callable<?> call : calls) {
            ends(ended.items().size(), failure(call));
        }
    }

    private void closedClient() throws Exception {
        Client client = client();
        Ended<String> ended = waiting(pager(client).items(NONE), thread -> client.close());
        ends(ended.items().size(), ended.error());
        fails(Status.INVALID_HANDLE, () -> client.execute("{ a }", NONE, NONE));
    }

    private void signalInAWalk() throws Exception {
        Client client = client();
        Walk<String> walk = pager(client).items(NONE);
        Ended<String> ended = waiting(walk, Thread::interrupt);
        ends(ended.items().size(), ended.error());
        // The page before was given back once, and the walk can go on.
        openGate();
        same(30, all(walk).size());
    }

    private void signalInAMutation() throws InterruptedException, ExecutionException {
        Client client = client();
        CompletableFuture<SwiftpagerException> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> ended.complete(failure(() -> client.execute("mutation { a }", NONE, NONE))));
        thread.start();
        await("requests", 1);
        thread.interrupt();
        ends(0, ended.get());
        await("aborts", 1);
    }
}
