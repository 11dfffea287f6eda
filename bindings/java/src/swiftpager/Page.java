package swiftpager;

import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One page of the list: a copy, which needs no release. The collector could not see what a page weighs. Small parts are
 * texts, large ones places in the response.
 */
public final class Page {
    /** What the page is to its list. */
    public final Kind kind;
    /** The GraphQL errors beside the data; null if there are none. */
    public final String errors;
    /** The `extensions` of the response; null if there are none. */
    public final String extensions;
    /** The header lines of the response, each "Name: value" with its line break; null if there are none. */
    public final String headers;
    /** The page info as it came; null if it is null or absent. */
    public final String pageInfo;
    private final byte[] response;
    private final long[] data = new long[2];
    /** The offset and the length of each item. */
    private final long[] spans;
    /** The key of its update in an object of its own: a page does not keep its update. */
    private final Pointer update;

    private Page(long page, Pointer update) {
        this.update = new Pointer(Pointer.nativeValue(update));
        kind = Abi.numbered(Kind.values(), Abi.swiftpager_page_kind(page));
        errors = Abi.text(update, length -> Abi.swiftpager_page_errors(page, length));
        extensions = Abi.text(update, length -> Abi.swiftpager_page_extensions(page, length));
        headers = Abi.text(update, length -> Abi.swiftpager_page_header(page, null, length));
        pageInfo = Abi.text(update, length -> Abi.swiftpager_page_info(page, length));
        long[] length = new long[1];
        long address = Abi.swiftpager_page_response(page, length);
        response = Abi.bytes(address, length[0]);
        data[0] = Abi.swiftpager_page_data(page, length) - address;
        data[1] = length[0];
        long places = Abi.swiftpager_page_spans(page, (byte) 1, length);
        if (places == 0 && Abi.swiftpager_page_item_count(page) != 0) {
            throw new SwiftpagerException(
                    Status.NO_MEMORY.code, "{\"message\":\"no memory for the places of the items\"}");
        }
        spans = places == 0 ? new long[0] : new Pointer(places).getLongArray(0, Math.toIntExact(2 * length[0]));
    }

    /** A copy of the page that an update reports; null if it has none. */
    static Page reported(Pointer update) {
        return of(Abi.swiftpager_update_page(update, null), update);
    }

    /** A copy of a page of an update; null for 0. */
    static Page of(long page, Pointer update) {
        Page copy = page == 0 ? null : new Page(page, update);
        Reference.reachabilityFence(update);
        return copy;
    }

    /** Says that you have finished with the page of a walk, before you ask for the next: see `Pager.resumeToken`. */
    public void finish() {
        Abi.check(Abi.swiftpager_update_finish(update));
    }

    /** How many items it has. */
    public int count() {
        return spans.length / 2;
    }

    /** The items as JSON texts, of an edge its node. */
    public List<String> items() {
        List<String> texts = new ArrayList<>(count());
        for (int at = 0; at < spans.length; at += 2) {
            texts.add(text(spans[at], spans[at + 1]));
        }
        return texts;
    }

    /** The whole response. */
    public String response() {
        return text(0, response.length);
    }

    /** The value of `data` as JSON text; null if it is null. */
    public String data() {
        return data[1] == 0 ? null : text(data[0], data[1]);
    }

    /** The value of a header of the response; null if there is none. */
    public String header(String name) {
        String start = name + ":";
        return headers == null ? null : headers.lines()
                .filter(line -> line.regionMatches(true, 0, start, 0, start.length()))
                .map(line -> line.substring(start.length()).strip()).findFirst().orElse(null);
    }

    private String text(long start, long length) {
        return new String(response, (int) start, (int) length, StandardCharsets.UTF_8);
    }
}
