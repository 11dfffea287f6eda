import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import swiftpager.Client;
import swiftpager.Page;
import swiftpager.Pager;

/** swiftpager in Java: walks all pages and counts their items; with --texts it takes all items as JSON texts. */
public final class Walk {
    private static final String QUERY = "query Products($first: Int!, $after: String) {"
            + " products(first: $first, after: $after) {"
            + " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }";

    private static long items;
    private static long characters;

    /** Walks once. */
    private static Pager walk(Client client, int size, boolean texts) {
        Pager pager = client.pager(QUERY, Map.of("first", size), Map.of());
        items = 0;
        if (texts) {
            for (String text : pager.items(Map.of())) {
                items++;
                characters += text.length();
            }
        } else {
            for (Page page : pager.pages(Map.of())) {
                items += page.count();
            }
        }
        return pager;
    }

    /** The processor time of all threads, the compiler's and the collector's among them. */
    private static double processor() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime() / 1e9;
    }

    private static final int WARM_UP = 4;

    /** The clock starts after some walks, during which Java compiles what a walk runs. */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> asked = new HashMap<>(Map.of("--size", "100"));
        boolean texts = List.of(arguments).contains("--texts");
        for (int at = 0; at + 1 < arguments.length; at++) {
            asked.put(arguments[at], arguments[at + 1]);
        }
        int size = Integer.parseInt(asked.get("--size"));
        long pages = Long.parseLong(asked.get("--pages"));
        Client client = new Client(asked.get("--url"), Map.of());
        for (int time = 0; time < WARM_UP; time++) {
            walk(client, size, texts);
        }
        double processor = processor();
        long start = System.nanoTime();
        walk(client, size, texts);
        double seconds = (System.nanoTime() - start) / 1e9;
        processor = processor() - processor;
        if (items != pages * size || texts && characters <= items) {
            throw new AssertionError("read " + items + " items");
        }
        String peak = Files.readString(Path.of("/proc/self/status")).replaceAll("(?s).*VmHWM:\\s*(\\d+).*", "$1");
        System.out.printf("{\"name\":\"swiftpager_java\",\"pages\":%d,\"items\":%d,\"seconds\":%f,"
                + "\"processor_seconds\":%f,\"peak_rss_kb\":%s}%n", pages, items, seconds, processor, peak);
    }
}
