"""The texts of Java's files, with places for what is generated."""

ABI = """\
// %(note)s

package swiftpager;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The functions of the library as they are, and what reads their results. */
final class Abi {
    static final int CONTRACT = %(version)s;
    static final int OK = 0;

    static {
        String name = System.getenv().getOrDefault("SWIFTPAGER_LIBRARY", "libswiftpager.so.0");
        try {
            Native.register(Abi.class, NativeLibrary.getInstance(name, Map.of("string-encoding", "UTF-8")));
        } catch (UnsatisfiedLinkError failure) {
            throw (Error) new UnsatisfiedLinkError(
                    name + " cannot be loaded: install libswiftpager, or name its file in SWIFTPAGER_LIBRARY")
                    .initCause(failure);
        }
        if (swiftpager_abi_version() < CONTRACT) {
            throw new UnsatisfiedLinkError("this needs contract " + CONTRACT + " of " + name);
        }
    }

    private Abi() {}

    /** A function that begins a load, to be pulled. */
    interface Load {
        long start(long pager, String options);
    }

%(functions)s

    // The same without the places for their results: they return these, or throw the error.

%(wrappers)s

    /** A text to pass: C would cut it off at a NUL. */
    static String whole(String text) {
        if (text != null && text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a text has a NUL: " + text.replace('\0', '\u2400'));
        }
        return text;
    }

    /** The text at an address, copied; null for 0. */
    static String lent(long address) {
        return address == 0 ? null : new Pointer(address).getString(0, "UTF-8");
    }

    /** The text that a call has handed out: copied and freed. */
    static String taken(long address) {
        String text = lent(address);
        swiftpager_free(address);
        return text;
    }

    /** The bytes at an address as text; null for 0. */
    static String slice(long address, long length) {
        return address == 0 ? null : new String(bytes(address, length), StandardCharsets.UTF_8);
    }

    /** A copy of the bytes at an address. */
    static byte[] bytes(long address, long length) {
        return new Pointer(address).getByteArray(0, Math.toIntExact(length));
    }

    /** Throws the error of a call that has an error object of its own. */
    static void check(int status, long[] errorJson) {
        if (status != OK) {
            throw new SwiftpagerException(status, taken(errorJson[0]));
        }
    }

    /** Throws the error of any other call. */
    static void check(int status) {
        if (status != OK) {
            throw new SwiftpagerException(status, swiftpager_last_error());
        }
    }
}
"""

ENUMERATION = """\
// %(note)s

package swiftpager;

/** %(comment)s */
public enum %(name)s {
%(members)s;

    /** The number of the value. */
    public final int code;

    %(name)s(int code) {
        this.code = code;
    }

    /** The value with a number; null for one that a newer library may have. */
    static %(name)s of(int code) {
        for (%(name)s value : values()) {
            if (value.code == code) {
                return value;
            }
        }
        return null;
    }
}
"""

CLASS = """\
// %(note)s

package swiftpager;
%(imports)s
/** What a handle can do without more. */
abstract class %(name)s extends Handle {
    %(name)s(long handle) {
        super(handle, %(release)s);
    }
%(methods)s}
"""

LOAD = """
    /** Loads until the operation ends; what came last. */
    abstract Update load(Abi.Load load, Map<String, ?> options);
"""

PAGE_PARTS = """\
// %(note)s

package swiftpager;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/** The parts of a page, copied: small ones as texts, large ones as places in the response. */
abstract class PageParts {
    /** What the page is to its list. */
    public final Kind kind;
%(members)s    private final byte[] response;
    private final long[] data = new long[2];
    /** The offset and the length of each item. */
    final long[] spans;

    PageParts(long page) {
        kind = Kind.of(Abi.swiftpager_page_kind(page));
%(reads)s        long[] length = new long[1];
        long address = Abi.swiftpager_page_response(page, length);
        response = Abi.bytes(address, length[0]);
        data[0] = Abi.swiftpager_page_data(page, length) - address;
        data[1] = length[0];
        long places = Abi.swiftpager_page_spans(page, (byte) 1, length);
        if (places == 0 && Abi.swiftpager_page_item_count(page) > 0) {
            throw new SwiftpagerException(
                    Status.NO_MEMORY.code, "{\\"message\\":\\"no memory for the places of the items\\"}");
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
"""
