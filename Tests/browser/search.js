// Types a word into the search, and promises the addresses that it finds. look.py evaluates it.
(word) =>
  new Promise((resolve) => {
    const field = document.querySelector(".md-search__input");
    const answers = () => [...document.querySelectorAll(".md-search-result__link")].map((link) => link.href);
    const observer = new MutationObserver(() => {
      if (answers().length) resolve(answers());
    });
    observer.observe(document.querySelector(".md-search-result__list"), {childList: true, subtree: true});
    // The page's own script begins to listen when it has loaded its index.
    field.focus();
    field.value = word;
    field.dispatchEvent(new Event("input", {bubbles: true}));
    field.dispatchEvent(new KeyboardEvent("keyup", {bubbles: true}));
    setTimeout(() => resolve(answers()), 20000);
  })
