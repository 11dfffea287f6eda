//! The rows of ../endings.txt: how walks, waits and mutations end badly.

mod shop;

use shop::consumed;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use std::{env, fs, process, thread};
use swiftpager::{Canceller, Client, Error, Page, Pager, Pages, Status};

const QUERY: &str = "query ($after: String) { items(after: $after) {
    edges { node { id name } } pageInfo { hasNextPage endCursor } } }";

struct Row {
    name: String,
    kind: String,
    path: String,
    items: usize,
    status: String,
    key: String,
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string("../endings.txt").unwrap();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let row = |(number, line): (usize, &str)| {
        let cells: Vec<_> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        let [name, kind, path, items, status] = cells.try_into().unwrap();
        let status = match status.split_once("rust:") {
            Some((_, own)) => own.split(' ').next().unwrap().to_owned(),
            None if status.contains(':') => return None,
            None => status,
        };
        // A server may see several runs.
        let key = format!("rust-{}-{number}", process::id());
        Some(Row { name, kind, path, items: items.parse().unwrap(), status, key })
    };
    lines.filter_map(row).collect()
}

/// Signals of the system that came.
static SIGNALS: AtomicUsize = AtomicUsize::new(0);

extern "C" fn count_signal(_: i32) {
    SIGNALS.fetch_add(1, Ordering::SeqCst);
}

extern "C" {
    fn signal(number: i32, handler: extern "C" fn(i32)) -> usize;
    fn pthread_self() -> usize;
    fn pthread_kill(thread: usize, number: i32) -> i32;
}
const SIGUSR1: i32 = 10;

impl Row {
    fn client(&self) -> Client {
        let separator = if self.path.contains('?') { '&' } else { '?' };
        let url = format!("{}{}{separator}key={}", trouble(), self.path, self.key);
        Client::new(&url, r#"{"retry": {"enabled": false}, "interruptible": true}"#).unwrap()
    }

    /// Asks the trouble server for one of its own paths.
    fn asked(&self, own: &str) -> String {
        let endpoint = trouble();
        let mut connection = TcpStream::connect(endpoint.strip_prefix("http://").unwrap()).unwrap();
        let key = &self.key;
        write!(connection, "GET {own}?key={key} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer.replace(' ', "")
    }

    fn open_gate(&self) {
        self.asked("/open");
    }

    /// Waits until the server has counted so many requests or aborts.
    fn wait_for(&self, counter: &str, count: usize) {
        while !self.asked("/stats").contains(&format!("\"{counter}\":{count},")) {
            // The server has other work.
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// So many items, and an error with the status of the row; none for OK.
    fn ends(&self, items: usize, error: Option<&Error>) {
        let status = error.map_or("OK", |error| error.status.name());
        assert_eq!((items, status), (self.items, self.status.as_str()), "{error:?}");
        assert!(!error.is_some_and(|error| error.message.is_empty() || !error.json.starts_with('{')));
    }

    /// How many items a walk has that begins at the pager's resume token, once the gate is open.
    fn rest(&self, pager: &Pager) -> usize {
        let resume = format!(r#"{{"resume": {}}}"#, pager.resume_token().unwrap());
        self.open_gate();
        let (items, error) = consumed(self.client().pager(QUERY, "", &resume).unwrap().items("").unwrap(), |_| ());
        assert!(error.is_none());
        items.len()
    }

    /// Walks on a thread, and calls a function when the row's items came and the server holds the page after them.
    fn waiting(&self, walk: Pages, call: impl FnOnce(Canceller)) -> (usize, Option<Error>) {
        let canceller = walk.updates.canceller();
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let waiting = scope.spawn(move || consumed(walk, |page| sender.send(page.count()).unwrap()));
            let mut items = 0;
            while items < self.items {
                items += receiver.recv().expect("the walk ends before its items came");
            }
            self.wait_for("requests", self.items / 10 + 1);
            call(canceller);
            let (pages, error) = waiting.join().unwrap();
            (items_of(&pages), error)
        })
    }

    /// Waits on a thread, which gets a signal of the system while the server holds its answer, before the gate opens.
    fn signalled<T: Send>(&self, wait: impl FnOnce() -> T + Send) -> T {
        let before = SIGNALS.load(Ordering::SeqCst);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let waiting = scope.spawn(move || {
                sender.send(unsafe { pthread_self() }).unwrap();
                wait()
            });
            let thread = receiver.recv().unwrap();
            self.wait_for("requests", self.items / 10 + 1);
            unsafe { signal(SIGUSR1, count_signal) };
            assert_eq!(unsafe { pthread_kill(thread, SIGUSR1) }, 0);
            while SIGNALS.load(Ordering::SeqCst) == before {
                thread::yield_now();
            }
            self.open_gate();
            waiting.join().unwrap()
        })
    }

    fn run(&self) {
        match self.kind.as_str() {
            "walk" => self.walk(),
            "load" => self.load(),
            "mutation" => self.ends(0, self.client().execute("mutation { a }", "", "").err().as_ref()),
            "left" => self.left(),
            "throw" => self.throw(),
            "parts" => self.parts(),
            "watch" => self.watch(),
            "memory" => self.memory(),
            "cancel at begin" => self.cancel_at_begin(),
            "wait left" => self.wait_left(),
            "closed client" => self.closed_client(),
            "signal in a walk" => self.signal_in_a_walk(),
            "signal in a mutation" => self.signal_in_a_mutation(),
            kind => panic!("the tests of Rust do not know {kind}"),
        }
    }

    fn walk(&self) {
        let client = self.client();
        let (items, error) = consumed(pager(&client).items("").unwrap(), |_| ());
        self.ends(items.len(), error.as_ref());
        let pager = pager(&client);
        let (pages, error) = consumed(pager.pages("").unwrap(), |_| ());
        self.ends(items_of(&pages), error.as_ref());
        assert!(pager.state().unwrap().contains("\"loading\":null"));
        self.ends(self.items, pager.load_all("").err().as_ref());
    }

    fn load(&self) {
        let pager = pager(&self.client());
        let mut pages = vec![pager.fetch("").unwrap()];
        let error = loop {
            match pager.load_next("") {
                Ok(page) => pages.push(page),
                Err(error) => break error,
            }
        };
        self.ends(items_of(&pages), Some(&error));
        assert_eq!(pager.fetch("").unwrap().count(), 10);
    }

    fn left(&self) {
        let pager = pager(&self.client());
        let mut walk = pager.pages("").unwrap();
        self.ends(walk.next().unwrap().unwrap().count(), None);
        self.wait_for("requests", 2);
        drop(walk);
        self.wait_for("aborts", 1);
        assert_eq!(self.rest(&pager), 50);
    }

    fn throw(&self) {
        let pager = pager(&self.client());
        let mut items = 0;
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            consumed(pager.items("").unwrap(), |_| {
                items += 1;
                if items == self.items {
                    self.wait_for("requests", 2);
                    panic!("the body's own");
                }
            })
        }));
        assert_eq!(panicked.err().unwrap().downcast_ref(), Some(&"the body's own"));
        self.ends(items, None);
        self.wait_for("aborts", 1);
        assert_eq!(self.rest(&pager), 50);
    }

    fn parts(&self) {
        let (pages, error) = consumed(pager(&self.client()).pages("").unwrap(), |_| ());
        self.ends(items_of(&pages), error.as_ref());
        let page = &pages[0];
        let items: Vec<_> = page.items().unwrap().collect();
        assert!(items.len() == 10 && items[9].contains("Item 10"));
        assert!(page.errors().unwrap().contains("The name is secret."));
        assert!(page.page_info().unwrap().contains("hasNextPage"));
        assert!(page.response().unwrap().contains(page.data().unwrap()));
        assert!(page.items_json().unwrap().starts_with('['));
        assert_eq!(page.ndjson().unwrap().lines().count(), 10);
        assert!(page.headers().unwrap().to_lowercase().contains("content-length:"));
        assert_eq!((page.extensions(), page.nested()), (None, None));
    }

    fn watch(&self) {
        let pager = pager(&self.client());
        let mut updates = pager.subscribe().unwrap();
        pager.fetch("").unwrap();
        let failed = pager.load_next("").err().unwrap();
        let (first, second) = (updates.next().unwrap().unwrap(), updates.next().unwrap().unwrap());
        assert!(first.error().is_none());
        let count = first.page().unwrap().count();
        self.ends(count, Some(&failed));
        self.ends(count, second.error().as_ref());
        assert!(second.page().is_none() && !second.is_change());
        pager.close();
        assert!(updates.next().is_none());
    }

    fn memory(&self) {
        let client = self.client();
        let cached = Client::new(&trouble(), r#"{"cache": "memory"}"#).unwrap();
        cached.cache_write("Item:1", &format!(r#"{{"name": "{}"}}"#, "x".repeat(1_000_000))).unwrap();
        let sizes = [10, 40].map(|rounds| {
            for _ in 0..rounds {
                let pager = pager(&client);
                let items = pager.pages("").unwrap().next().unwrap().unwrap().count();
                assert!(pager.fetch("").unwrap().extensions().unwrap().len() > 1_000_000);
                self.ends(items, pager.load_next("").err().as_ref());
                assert_eq!(shop::all(pager.pages("").unwrap()).len(), 1);
                assert!(client.execute("mutation { a }", "", "").unwrap().len() > 1_000_000);
                assert!(cached.cache_read("Item:1").unwrap().unwrap().len() > 1_000_000);
            }
            let statm = fs::read_to_string("/proc/self/statm").unwrap();
            4096 * statm.split(' ').nth(1).unwrap().parse::<i64>().unwrap()
        });
        assert!(sizes[1] - sizes[0] < 20_000_000, "{sizes:?}");
    }

    fn cancel_at_begin(&self) {
        let client = self.client();
        for is_before in [true, false] {
            let walk = pager(&client).pages("").unwrap();
            let canceller = walk.updates.canceller();
            if is_before {
                canceller.cancel();
            }
            let waiting = thread::spawn(move || consumed(walk, |_| ()));
            canceller.cancel();
            let (pages, error) = waiting.join().unwrap();
            self.ends(items_of(&pages), error.as_ref());
        }
    }

    fn wait_left(&self) {
        let client = self.client();
        let (items, error) = self.waiting(pager(&client).pages("").unwrap(), Canceller::cancel);
        assert_eq!(error.unwrap().status, Status::CANCELLED);
        self.ends(items, None);
        self.open_gate();
        let (rest, error) = consumed(pager(&client).items("").unwrap(), |_| ());
        assert!(error.is_none());
        assert_eq!(rest.len(), 50);
    }

    fn closed_client(&self) {
        let client = self.client();
        let left = pager(&client);
        let walk = pager(&client).pages("").unwrap();
        let (items, error) = self.waiting(walk, |_| client.close());
        self.ends(items, error.as_ref());
        assert_eq!(left.fetch("").err().unwrap().status, Status::CLOSED);
        assert_eq!(left.pages("").err().unwrap().status, Status::CLOSED);
    }

    fn signal_in_a_walk(&self) {
        let client = self.client();
        let mut before = 0;
        let (pages, error) = self.signalled(|| {
            let mut walk = pager(&client).pages("").unwrap();
            before = 10 * walk.by_ref().take(self.items / 10).map(Result::unwrap).count();
            consumed(walk, |_| ())
        });
        self.ends(before, error.as_ref());
        assert_eq!(items_of(&pages), 30);
    }

    fn signal_in_a_mutation(&self) {
        let client = self.client();
        let answer = self.signalled(|| client.execute("mutation { a }", "", ""));
        assert!(answer.as_ref().is_ok_and(|answer| answer.contains("edges")));
        self.ends(0, answer.err().as_ref());
    }
}

fn trouble() -> String {
    env::var("SWIFTPAGER_TROUBLE_ENDPOINT").unwrap()
}

fn pager(client: &Client) -> Pager {
    client.pager(QUERY, "", "").unwrap()
}

fn items_of(pages: &[Page]) -> usize {
    pages.iter().map(Page::count).sum()
}

#[test]
fn each_ending_of_the_list() {
    let rows = rows();
    assert!(rows.len() > 10);
    let failed = |row: &&Row| catch_unwind(AssertUnwindSafe(|| row.run())).is_err();
    let failed: Vec<_> = rows.iter().filter(failed).map(|row| &row.name).collect();
    assert!(failed.is_empty(), "{failed:?}");
}
