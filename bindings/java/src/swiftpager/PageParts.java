// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

package swiftpager;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/** The parts of a page, copied: small ones as texts, large ones as places in the response. */
abstract class PageParts {
    /** What the page is to its list. */
    public final Kind kind;
    /**
     * The array of GraphQL errors; null when there are none.
     */
    public final String errors;
    /**
     * The value of `extensions`; null if it is null or absent.
     */
    public final String extensions;
    /**
     * All header lines of the response as they came, each "Name: value" with its line break; null if there are none.
     */
    public final String headers;
    /**
     * The page info object as it came; null if it is null or absent.
     */
    public final String pageInfo;
    private final byte[] response;
    private final long[] data = new long[2];
    /** The offset and the length of each item. */
    final long[] spans;

    PageParts(long page) {
        kind = Kind.of(Abi.swiftpager_page_kind(page));
        errors = Abi.pageErrors(page);
        extensions = Abi.pageExtensions(page);
        headers = Abi.pageHeaders(page);
        pageInfo = Abi.pageInfo(page);
        long[] length = new long[1];
        long address = Abi.swiftpager_page_response(page, length);
        response = Abi.bytes(address, length[0]);
        data[0] = Abi.swiftpager_page_data(page, length) - address;
        data[1] = length[0];
        long places = Abi.swiftpager_page_spans(page, (byte) 1, length);
        if (places == 0 && Abi.swiftpager_page_item_count(page) > 0) {
            throw new SwiftpagerException(
                    Status.NO_MEMORY.code, "{\"message\":\"no memory for the places of the items\"}");
        }
        spans = places == 0 ? new long[0] : new Pointer(places).getLongArray(0, Math.toIntExact(2 * length[0]));
    }

    /** The whole response. */
    public String response() {
        return text(0, response.length);
    }

    /** The value of `data` as JSON text; null if it is null. */
    public String data() {
        return data[1] == 0 ? null : text(data[0], data[1]);
    }

    final String text(long start, long length) {
        return new String(response, (int) start, (int) length, StandardCharsets.UTF_8);
    }
}
