//! Watches, and what becomes of what is dropped, against the shop server.

mod shop;

use shop::{all, client, member, pager, QUERY};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc;
use std::{env, fs, process, thread};
use swiftpager::{Client, Status};

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
    assert_eq!(all(pager.pages("").unwrap()).len(), 10);
}

#[test]
fn a_watch_without_a_reader_keeps_the_updates_of_a_walk() {
    let client = client("");
    let pager = pager(&client);
    let mut updates = pager.subscribe().unwrap();
    assert_eq!(all(pager.pages("").unwrap()).len(), 10);
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
            1 => all(pager.pages("").unwrap()).len() == 10,
            seen => seen < 11,
        }
    };
    pager.watch(walk).unwrap();
    assert_eq!(seen, 11);
}

#[test]
fn a_reader_beside_a_walk_gets_all_updates() {
    let client = client("");
    let pager = pager(&client);
    let mut updates = pager.subscribe().unwrap();
    let (sender, started) = mpsc::channel();
    thread::scope(|scope| {
        let reader = scope.spawn(move || {
            sender.send(updates.next().unwrap().unwrap().pages().len()).unwrap();
            (0..10).map(|_| updates.next().unwrap().unwrap().page_count()).collect::<Vec<_>>()
        });
        pager.fetch("").unwrap();
        assert_eq!(started.recv().unwrap(), 1);
        assert_eq!(pager.load_all(r#"{"emit": "each"}"#).unwrap().len(), 10);
        assert_eq!(reader.join().unwrap(), (1..=10).collect::<Vec<_>>());
    });
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
    assert_eq!(all(pager(&client(r#"{"delivery": "dispatch"}"#)).pages("").unwrap()).len(), 10);
}

/// Runs a test in a process of its own; true in that process.
fn is_alone(test: &str, preload: &str) -> bool {
    if env::var("ALONE").is_ok() {
        return true;
    }
    let mut run = process::Command::new(env::current_exe().unwrap());
    let run = run.args(["--exact", test]).env("ALONE", "1").env("LD_PRELOAD", preload).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    false
}

#[test]
fn what_is_dropped_is_given_back() {
    if !is_alone("what_is_dropped_is_given_back", "") {
        return;
    }
    let descriptors = || fs::read_dir("/proc/self/fd").unwrap().count();
    let use_all = || {
        let client = client(r#"{"cache": "memory"}"#);
        let pager = pager(&client);
        let mut updates = pager.subscribe().unwrap();
        let mut walk = pager.pages("").unwrap();
        walk.next().unwrap().unwrap();
        walk.next().unwrap().unwrap();
        assert!(walk.updates.fd().unwrap() >= 0 && updates.fd().unwrap() >= 0);
        updates.next().unwrap().unwrap();
    };
    use_all();
    let before = descriptors();
    (0..50).for_each(|_| use_all());
    // The library closes connections on its own thread.
    while descriptors() > before + 5 {
        thread::yield_now();
    }
}

#[test]
fn no_memory_for_the_items_is_an_error() {
    if is_alone("no_memory_for_the_items_is_an_error", &env::var("NO_MEMORY").unwrap()) {
        let page = client("").pager(QUERY, r#"{"first": 97}"#, "").unwrap().fetch("").unwrap();
        let error = page.items().err().unwrap();
        assert_eq!((page.count(), error.status), (97, Status::NO_MEMORY));
    }
}

#[test]
fn dropped_parents_do_not_end_a_walk() {
    let walk = {
        let client = client("");
        pager(&client).pages("").unwrap()
    };
    assert_eq!(all(walk).len(), 10);
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
    assert_eq!(walks.into_iter().map(|walk| all(walk).len()).sum::<usize>(), 100);
}
