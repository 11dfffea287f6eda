//! Walks and loads, against the shop server.

mod shop;

use shop::{all, client, consumed, member, pager, QUERY};
use std::collections::HashSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc;
use std::task::Poll;
use std::{env, fs, process, thread};
use swiftpager::{Kind, Page, Source, Status};

#[test]
fn a_walk_is_complete() {
    let pages: Vec<Page> = all(pager(&client("")).pages("").unwrap());
    assert_eq!(pages.len(), 10);
    assert_eq!(pages.iter().map(Page::count).sum::<usize>(), 1000);
    // Pages outlive pager and client.
    let ids: HashSet<String> =
        pages.iter().flat_map(|page| page.items().unwrap()).map(|item| member(item, "id")).collect();
    assert_eq!(ids.len(), 1000);
    assert_eq!((pages[0].kind(), pages[9].kind()), (Kind::INITIAL, Kind::NEXT));
    assert_eq!((pages[0].source, pages[0].errors()), (Source::SERVER, None));
    assert!(
        pages[0].page_info().unwrap().contains("hasNextPage")
            && pages[0].response().unwrap().contains(pages[0].data().unwrap())
    );
}

#[test]
fn items_are_texts() {
    let items: Vec<String> = all(pager(&client("")).items("").unwrap());
    assert_eq!(items.len(), 1000);
    assert!(items.iter().all(|item| item.starts_with('{') && item.ends_with('}')));
}

#[test]
fn a_walk_has_each_page() {
    let client = client("");
    let at_the_end = client.pager(QUERY, "", r#"{"load_all": {"emit": "end"}}"#).unwrap();
    assert_eq!(all(at_the_end.items("").unwrap()).len(), 1000);
    let pager = pager(&client);
    let once = r#"{"max_pages": 20, "emit": "end"}"#;
    for error in [pager.pages(once).err(), pager.items(once).err()].map(Option::unwrap) {
        assert_eq!((error.status, error.path.as_deref()), (Status::INVALID_CONFIG, Some("/emit")));
        assert!(error.message.contains("each page in turn"));
    }
    assert_eq!(pager.load_all(once).unwrap().len(), 10);
}

#[test]
fn errors_have_status_message_and_path() {
    let client = client("");
    let error = client.pager(QUERY, "", r#"{"pagination": {"directionn": 1}}"#).err().unwrap();
    assert_eq!((error.status, error.path.as_deref()), (Status::INVALID_CONFIG, Some("/pagination/directionn")));
    assert!(error.to_string().starts_with("INVALID_CONFIG: ") && !error.message.is_empty());
    assert!(format!("{error:?}").starts_with("Error { status: INVALID_CONFIG, message: "));
    // A page with errors in place of the list is only an error, which has them.
    let mut walk = client.pager(QUERY, r#"{"first": 1000}"#, "").unwrap().pages("").unwrap();
    let error = walk.next().unwrap().err().unwrap();
    assert_eq!(error.status, Status::GRAPHQL);
    assert!(error.json.contains("\"errors\""), "{}", error.json);
    assert!(walk.next().is_none());
    assert_eq!(pager(&client).load_next("").err().unwrap().status, Status::MISSING_INITIAL_PAGE);
    // Functions without error_json have their message, too.
    assert!(client.cache_clear().unwrap_err().message.contains("cache"));
    assert_eq!(client.pager("query\0", "", "").err().unwrap().status, Status::INVALID_ARGUMENT);
}

#[test]
fn options_go_beside_ours() {
    let pager = pager(&client(""));
    let pages = pager.load_all(" {\"max_pages\": 2, \"retain\": \"last\"}");
    assert_eq!(pages.err().unwrap().status, Status::PAGE_LIMIT);
    assert_eq!(pager.current().unwrap().len(), 1);
    assert_eq!(pager.pages("[1]").err().unwrap().status, Status::INVALID_CONFIG);
    assert_eq!(pager.load_all("{}").unwrap().len(), 10);
    assert!(!pager.can_load_next().unwrap());
    pager.reset().unwrap();
    assert!(pager.current().unwrap().is_empty());
}

#[test]
fn break_ends_the_walk() {
    let pager = pager(&client(""));
    assert_eq!(pager.pages(r#"{"retain": "last"}"#).unwrap().next().unwrap().unwrap().count(), 100);
    // The page behind the one that the loop saw was not handed out.
    assert_eq!(pager.load_next("").unwrap().kind(), Kind::NEXT);
    assert!(pager.state().unwrap().contains("\"pages_loaded\":2"));
}

#[test]
fn a_panic_in_the_body_ends_the_walk() {
    let pager = pager(&client(""));
    let panicked = catch_unwind(AssertUnwindSafe(|| consumed(pager.pages("").unwrap(), |_| panic!("the body's own"))));
    assert_eq!(panicked.err().unwrap().downcast_ref(), Some(&"the body's own"));
    pager.fetch("").unwrap();
}

#[test]
fn a_value_like_a_key_changes_nothing() {
    let client = client("");
    let query = r#"query ($first: Int!, $retain: String) { products(first: $first, after: $retain) {
        nodes { id } pageInfo { hasNextPage endCursor } } }"#;
    let body = client.execute(query, r#"{"first": 1}"#, r#"{"headers": {"variables": "query"}}"#).unwrap();
    assert_eq!(body.matches("\"id\"").count(), 1);
    let pager = client.pager(QUERY, "", r#"{"load_all": {"emit": "end"}}"#).unwrap();
    let headers = r#" {"headers": {"emit": "pull", "x": "failed_pages", "pull": "retain"}}"#;
    assert_eq!(all(pager.pages(headers).unwrap()).len(), 10);
}

#[test]
fn cancel_from_another_thread() {
    let client = client("");
    let pager = pager(&client);
    let mut walk = pager.pages("").unwrap();
    walk.next().unwrap().unwrap();
    let canceller = walk.updates.canceller();
    thread::spawn(move || canceller.cancel()).join().unwrap();
    assert_eq!(walk.last().unwrap().err().unwrap().status, Status::CANCELLED);
    // A thread that waits ends, too.
    let mut updates = pager.subscribe().unwrap();
    let canceller = updates.canceller();
    let (sender, receiver) = mpsc::channel();
    let waiting = thread::spawn(move || {
        sender.send(()).unwrap();
        while updates.next().is_some() {}
    });
    receiver.recv().unwrap();
    canceller.cancel();
    waiting.join().unwrap();
    canceller.cancel();
}

#[test]
fn a_released_handle_is_refused() {
    let owner = client("");
    let owned = pager(&owner);
    let mut walk = owned.pages("").unwrap();
    walk.next().unwrap().unwrap();
    owner.close();
    assert_eq!(walk.last().unwrap().err().unwrap().status, Status::CANCELLED);
    assert_eq!(owned.fetch("").err().unwrap().status, Status::CLOSED);
    assert_eq!(owned.subscribe().err().unwrap().status, Status::CLOSED);
}

#[test]
fn threads_share_a_client() {
    let client = client("");
    thread::scope(|scope| {
        let walks: Vec<_> = (0..8).map(|_| scope.spawn(|| all(pager(&client).items("").unwrap()).len())).collect();
        assert!(walks.into_iter().all(|walk| walk.join().unwrap() == 1000));
    });
}

/// `poll` of the C library.
fn wait_for(fd: i32) {
    #[repr(C)]
    struct PollFd(i32, i16, i16);
    extern "C" {
        fn poll(fds: *mut PollFd, count: std::ffi::c_ulong, timeout: i32) -> i32;
    }
    assert_eq!(unsafe { poll(&mut PollFd(fd, 1, 0), 1, 20_000) }, 1);
}

#[test]
fn a_walk_by_its_descriptor() {
    let client = client("");
    let mut walk = pager(&client).pages("").unwrap();
    let fd = walk.updates.fd().unwrap();
    let mut pages = 0;
    loop {
        match walk.poll() {
            Poll::Pending => wait_for(fd),
            Poll::Ready(Some(page)) => pages += page.unwrap().count() / 100,
            Poll::Ready(None) => break,
        }
    }
    assert_eq!(pages, 10);
}

#[test]
fn cache() {
    let client = client(r#"{"cache": "memory"}"#);
    client.cache_write("Product:1", r#"{"name": "a"}"#).unwrap();
    assert_eq!(client.cache_read("Product:1").unwrap().unwrap(), r#"{"name":"a"}"#);
    client.cache_evict("Product:1").unwrap();
    assert_eq!(client.cache_read("Product:1").unwrap(), None);
    client.cache_write("", r#"{"Product:2": {"name": "b"}}"#).unwrap();
    client.cache_clear().unwrap();
    assert_eq!(client.cache_read("Product:2").unwrap(), None);
}

#[test]
fn resume_goes_on() {
    let client = client("");
    let first = pager(&client);
    let rest = || {
        let token = first.resume_token().unwrap();
        let rest = client.pager(QUERY, "", &format!(r#"{{"resume": {token}}}"#)).unwrap();
        all(rest.pages("").unwrap()).len()
    };
    // The page in hand comes again, unless the loop says that it has finished with it.
    let mut walk = first.pages("").unwrap();
    walk.next().unwrap().unwrap();
    let page = walk.next().unwrap().unwrap();
    assert_eq!(rest(), 9);
    page.finish();
    assert_eq!(rest(), 8);
    walk.next().unwrap().unwrap();
    drop(walk);
    assert_eq!(rest(), 8);
    assert!(first.checkpoint().unwrap().starts_with('{'));
}

#[test]
fn the_readme_runs() {
    let text = fs::read_to_string("README.md").unwrap();
    let example = text.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = env::temp_dir().join(format!("swiftpager-rust-{}", process::id()));
    fs::create_dir_all(folder.join("src")).unwrap();
    let here = env::current_dir().unwrap();
    let manifest = format!(
        "[package]\nname = \"example\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\nswiftpager = {{ path = {here:?} }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/main.rs"), example).unwrap();
    let run =
        process::Command::new("cargo").args(["run", "--quiet", "--offline"]).current_dir(&folder).output().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let output = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(output.lines().count(), 1000);
}
