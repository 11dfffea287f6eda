"""`make lint CHECKS=loops` refuses assertions in a loop over a walk, unless the test asserts how often the loop ran."""

import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import loops

# A test of each language that passes if the walk has no page; what makes it count; and where that is in the test.
SAMPLES = {
    ".go": ("""
func TestPagesAreWhole(t *testing.T) {
	count := 0
	for page, err := range pager.Pages(ctx, nil) {
		is(t, err, nil)
		count += page.Count
	}
	MORE
}
""", "if count != 1000 {\n\t\tt.Fatal(count)\n\t}"),
    ".java": ("""
public final class Tests {
    public void pages_are_whole() {
        List<Page> seen = new ArrayList<>();
        for (Page page : pager.pages(NONE)) {
            same(100, page.count());
            seen.add(page);
        }
        MORE
    }
}
""", "same(10, seen.size());"),
    ".js": ("""
test('pages are whole', async () => {
  let pages = 0;
  for await (const page of pager.pages()) {
    assert.equal(page.count, 100);
    pages += 1;
  }
  MORE
});
""", "assert.equal(pages, 10);"),
    ".lua": ("""
test("pages_are_whole", function()
  local pages = 0
  for page in pager:pages() do
    same(100, page:count())
    pages = pages + 1
  end
  MORE
end)
""", "same(10, pages)"),
    ".rb": ("""
test "pages_are_whole" do
  seen = []
  pager.pages do |page|
    same 100, page.count
    seen << page
  end
  MORE
end
""", "same 10, seen.size"),
    ".rs": ("""
#[test]
fn pages_are_whole() {
    let mut pages = 0;
    for page in pager.pages("").unwrap() {
        assert_eq!(page.unwrap().count(), 100);
        pages += 1;
    }
    MORE
}
""", "assert_eq!(pages, 10);"),
}


@pytest.mark.parametrize("ending", SAMPLES)
def test_an_assertion_in_a_loop_without_a_count_is_refused(ending: str) -> None:
    sample, _ = SAMPLES[ending]
    text = sample.replace("MORE", "")
    (line,) = loops.uncounted(ending, text)
    assert "ages" in text.split("\n")[line - 1]


@pytest.mark.parametrize("ending", SAMPLES)
def test_a_count_after_the_loop_is_enough(ending: str) -> None:
    sample, count = SAMPLES[ending]
    assert list(loops.uncounted(ending, sample.replace("MORE", count))) == []


@pytest.mark.parametrize("ending", SAMPLES)
def test_a_count_in_another_function_does_not_count(ending: str) -> None:
    sample, count = SAMPLES[ending]
    text = sample.replace("MORE", "") + sample.replace("MORE", count)
    assert len(list(loops.uncounted(ending, text))) == 1


def test_a_list_that_stands_in_the_loop_is_not_empty() -> None:
    text = "test('a', () => {\n  for (const walk of [a.pages(), b.pages()]) assert.throws(walk);\n});\n"
    assert list(loops.uncounted(".js", text)) == []


def test_the_tests_of_all_bindings_are_read() -> None:
    read = [path for pattern in loops.TESTS for path in (ROOT / "bindings").glob(pattern)]
    assert {path.suffix for path in read} == set(loops.LANGUAGES)
