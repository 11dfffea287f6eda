package swiftpager;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One page of the list: a copy, which needs no release. The collector could not see what a page weighs. */
public final class Page extends PageParts {
    private final long update;
    private final byte[] response;
    /** The offset and the length of `data`, and of each item. */
    private final long[] data = new long[2];
    private final long[] spans;

    private Page(long page, long update) {
        super(page);
        this.update = update;
        long[] length = new long[1];
        long address = Abi.swiftpager_page_response(page, length);
        response = Abi.bytes(address, length[0]);
        data[0] = Abi.swiftpager_page_data(page, length) - address;
        data[1] = length[0];
        long places = Abi.swiftpager_page_spans(page, (byte) 1, length);
        spans = places == 0 ? new long[0] : new Pointer(places).getLongArray(0, Math.toIntExact(2 * length[0]));
    }

    /** A copy of a page; null for 0. */
    static Page of(long page, long update) {
        return page == 0 ? null : new Page(page, update);
    }

    /** Says that you have finished with the page of a walk, before you ask for the next: see `Pager.resumeToken`. */
    public void finish() {
        Abi.updateFinish(update);
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

    /** The value of `data` as JSON text; null if it is null. */
    public String data() {
        return data[1] == 0 ? null : text(data[0], data[1]);
    }

    /** The whole response. */
    public String response() {
        return text(0, response.length);
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
