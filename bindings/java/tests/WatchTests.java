import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import swiftpager.Client;
import swiftpager.Page;
import swiftpager.Pager;
import swiftpager.Status;
import swiftpager.Subscription;
import swiftpager.SwiftpagerException;
import swiftpager.Update;
import swiftpager.Walk;

/** Watches, and what the collector takes. */
public final class WatchTests extends Harness {
    public void watch_sees_a_rename() throws Exception {
        Client client = shop(Map.of("cache", "memory"));
        Pager pager = products(client);
        String before = pager.fetch(NONE).items().get(0);
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        CompletableFuture<Void> watch = CompletableFuture.runAsync(() -> pager.watch(
                update -> seen.add(update.isChange() + update.page().items().get(0))));
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

    public void a_watch_without_a_reader_keeps_the_updates_of_a_walk() {
        Pager pager = products();
        Subscription subscription = pager.subscribe();
        same(10, all(pager.pages(NONE)).size());
        same(10L, pager.loadAll(Map.of("emit", "each")).pageCount());
        for (int page = 0; page < 20; page++) {
            same(100, subscription.poll(null).page().count());
        }
        same(null, subscription.poll(Duration.ZERO));
        // The end of the subscription drops what was kept.
        all(pager.pages(NONE));
        subscription.close();
        same(null, subscription.poll(Duration.ZERO));
        pager.fetch(NONE);
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
        String id = subscription.poll(null).page().items().get(0).replaceAll(".*\"id\":\\s*\"([^\"]*)\".*", "$1");
        for (int number = 0; number < 10; number++) {
            client.cacheWrite("Product:" + id, "{\"name\":\"Number " + number + "\"}");
            same(true, subscription.poll(null).page().items().get(0).contains("Number " + number));
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

    public void a_subscription_gives_updates() {
        Pager pager = products();
        Subscription subscription = pager.subscribe();
        same(null, subscription.poll(Duration.ZERO));
        same(null, subscription.poll(Duration.ofMillis(20)));
        CompletableFuture<Update> load = CompletableFuture.supplyAsync(() -> pager.loadAll(Map.of("emit", "each")));
        for (long count = 1; count <= 10; count++) {
            Update update = subscription.poll(null);
            same(List.of(count, count - 1), List.of(update.pageCount(), update.pageIndex()));
        }
        load.join();
        pager.close();
        same(false, subscription.iterator().hasNext());
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
}
