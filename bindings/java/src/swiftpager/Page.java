package swiftpager;

import java.util.ArrayList;
import java.util.List;

/** One page of the list: a copy, which needs no release. The collector could not see what a page weighs. */
public final class Page extends PageParts {
    private final long update;

    private Page(long page, long update) {
        super(page);
        this.update = update;
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

    /** The value of a header of the response; null if there is none. */
    public String header(String name) {
        String start = name + ":";
        return headers == null ? null : headers.lines()
                .filter(line -> line.regionMatches(true, 0, start, 0, start.length()))
                .map(line -> line.substring(start.length()).strip()).findFirst().orElse(null);
    }
}
