// Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`.

package swiftpager;

/** The small parts of a page, copied as texts. */
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

    PageParts(long page) {
        kind = Kind.of(Abi.swiftpager_page_kind(page));
        errors = Abi.pageErrors(page);
        extensions = Abi.pageExtensions(page);
        headers = Abi.pageHeaders(page);
        pageInfo = Abi.pageInfo(page);
    }
}
