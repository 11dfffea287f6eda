//! Against the shop server, whose address is in SWIFTPAGER_SHOP_ENDPOINT.

use std::collections::HashSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc;
use std::task::Poll;
use std::{env, fs, process, thread};
use swiftpager::{Client, Kind, Page, Pager, Source, Status};

const QUERY: &str = "query ($first: Int = 100, $after: String) { products(first: $first, after: $after) {
    edges { node { id name } } pageInfo { hasNextPage endCursor } } }";

fn client(config: &str) -> Client {
    Client::new(&env::var("SWIFTPAGER_SHOP_ENDPOINT").unwrap(), config).unwrap()
}

fn pager(client: &Client) -> Pager {
    client.pager(QUERY, "", "").unwrap()
}

/// A member of an item of the shop, which is `{"id": "…", "name": "…"}`.
fn member(item: &str, name: &str) -> String {
    item.split_once(&format!("\"{name}\":")).unwrap().1.split('"').nth(1).unwrap().to_owned()
}

#[test]
fn a_walk_is_complete() {
    let pages: Vec<Page> = pager(&client("")).pages("").unwrap().map(Result::unwrap).collect();
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
    let items: Vec<String> = pager(&client("")).items("").unwrap().map(Result::unwrap).collect();
    assert_eq!(items.len(), 1000);
    assert!(items.iter().all(|item| item.starts_with('{') && item.ends_with('}')));
}

#[test]
fn a_walk_has_each_page() {
    let client = client("");
    let at_the_end = client.pager(QUERY, "", r#"{"load_all": {"emit": "end"}}"#).unwrap();
    assert_eq!(at_the_end.items("").unwrap().map(Result::unwrap).count(), 1000);
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
    for (index, page) in pager.pages(r#"{"retain": "last"}"#).unwrap().enumerate() {
        assert_eq!(page.unwrap().count(), 100);
        if index == 0 {
            break;
        }
    }
    // The page behind the one that the loop saw was not handed out.
    assert_eq!(pager.load_next("").unwrap().kind(), Kind::NEXT);
    assert!(pager.state().unwrap().contains("\"pages_loaded\":2"));
}

#[test]
fn a_panic_in_the_body_ends_the_walk() {
    let pager = pager(&client(""));
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        pager.pages("").unwrap().for_each(|page| assert_eq!(page.unwrap().count(), 1, "the body's own"));
    }));
    assert!(panicked.unwrap_err().downcast_ref::<String>().unwrap().contains("the body's own"));
    pager.fetch("").unwrap();
}

#[test]
fn watch_sees_a_rename() {
    let client = client(r#"{"cache": "memory"}"#);
    let pager = client.pager(QUERY, r#"{"first": 3}"#, "").unwrap();
    let page = pager.fetch("").unwrap();
    let item = page.items().unwrap().nth(1).unwrap();
    let (id, name) = (member(item, "id"), member(item, "name"));
    let rename = |name: &str| {
        let query = "mutation ($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }";
        client.execute(query, &format!(r#"{{"id": "{id}", "name": "{name}"}}"#), "").unwrap()
    };
    let new = format!("{name}, rusty");
    let (sender, seen) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            pager.watch(|update| {
                assert!(update.error().is_none() && update.pages().len() == 1);
                let page = update.page().unwrap();
                let name = member(page.items().unwrap().nth(1).unwrap(), "name");
                sender.send((name.clone(), update.is_change())).unwrap();
                name != new
            })
        });
        assert_eq!(seen.recv().unwrap(), (name.clone(), false));
        assert!(rename(&new).contains(&new));
        assert_eq!(seen.recv().unwrap(), (new.clone(), true));
    });
    rename(&name);
}

#[test]
fn a_panic_in_a_watch_loses_nothing() {
    let client = client("");
    let pager = pager(&client);
    pager.fetch("").unwrap();
    let panicked = catch_unwind(AssertUnwindSafe(|| pager.watch(|_| panic!("the closure's own"))));
    assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"the closure's own"));
    assert_eq!(pager.pages("").unwrap().map(Result::unwrap).count(), 10);
}

#[test]
fn a_watch_that_nobody_reads_keeps_the_updates_of_a_walk() {
    let client = client("");
    let pager = pager(&client);
    let mut updates = pager.subscribe().unwrap();
    assert_eq!(pager.pages("").unwrap().map(Result::unwrap).count(), 10);
    assert_eq!(pager.load_all(r#"{"emit": "each"}"#).unwrap().len(), 10);
    for _ in 0..20 {
        assert_eq!(updates.next().unwrap().unwrap().page().unwrap().count(), 100);
    }
    assert!(updates.poll().is_pending());
    // A walk in the body of a watch.
    let mut seen = 0;
    let walk = |_| {
        seen += 1;
        match seen {
            1 => pager.pages("").unwrap().map(Result::unwrap).count() == 10,
            seen => seen < 11,
        }
    };
    pager.watch(walk).unwrap();
    assert_eq!(seen, 11);
}

#[test]
fn a_subscription_keeps_its_pager() {
    let client = client(r#"{"cache": "memory"}"#);
    let pager = pager(&client);
    let id = member(pager.fetch("").unwrap().items().unwrap().next().unwrap(), "id");
    let mut updates = pager.subscribe().unwrap();
    drop(pager);
    assert!(!updates.next().unwrap().unwrap().is_change());
    for number in 0..10 {
        client.cache_write(&format!("Product:{id}"), &format!(r#"{{"name": "Number {number}"}}"#)).unwrap();
        let page = updates.next().unwrap().unwrap().page().unwrap();
        assert_eq!(member(page.items().unwrap().next().unwrap(), "name"), format!("Number {number}"));
    }
}

#[test]
fn delivery_by_a_thread_is_refused() {
    let endpoint = env::var("SWIFTPAGER_SHOP_ENDPOINT").unwrap();
    let error = Client::new(&endpoint, r#"{"delivery": "thread"}"#).err().unwrap();
    assert_eq!((error.status, error.path.as_deref()), (Status::INVALID_CONFIG, Some("/delivery")));
    assert!(error.message.contains("take updates with subscribe"));
    assert_eq!(pager(&client(r#"{"delivery": "dispatch"}"#)).pages("").unwrap().count(), 10);
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
    assert_eq!(pager.pages(headers).unwrap().map(Result::unwrap).count(), 10);
}

#[test]
fn no_memory_for_the_items_is_an_error() {
    if env::var("NO_MEMORY_NOW").is_ok() {
        let page = client("").pager(QUERY, r#"{"first": 97}"#, "").unwrap().fetch("").unwrap();
        let error = page.items().err().unwrap();
        assert_eq!((page.count(), error.status), (97, Status::NO_MEMORY));
        return;
    }
    let run = process::Command::new(env::current_exe().unwrap())
        .args(["--exact", "no_memory_for_the_items_is_an_error"])
        .env("LD_PRELOAD", env::var("NO_MEMORY").unwrap())
        .env("NO_MEMORY_NOW", "1")
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
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
fn dropped_parents_do_not_end_a_walk() {
    let walk = {
        let client = client("");
        pager(&client).pages("").unwrap()
    };
    assert_eq!(walk.map(Result::unwrap).count(), 10);
}

#[test]
fn a_thousand_dropped_pagers() {
    let client = client("");
    let mut walks = Vec::new();
    for index in 0..1000 {
        let pager = pager(&client);
        if index % 100 == 0 {
            walks.push(pager.pages("").unwrap());
        }
    }
    assert_eq!(walks.into_iter().map(|walk| walk.map(Result::unwrap).count()).sum::<usize>(), 100);
}

#[test]
fn threads_share_a_client() {
    let client = client("");
    thread::scope(|scope| {
        let walks: Vec<_> = (0..8).map(|_| scope.spawn(|| pager(&client).items("").unwrap().count())).collect();
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
        rest.pages("").unwrap().map(Result::unwrap).count()
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
