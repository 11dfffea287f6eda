//! swiftpager through its binding for Rust: counts the items of each page, and with --texts looks at the text of each.

use std::env;
use std::fs;
use std::time::Instant;
use swiftpager::Client;

const QUERY: &str = "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {\
    edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }";

/// Processor time in seconds, and context switches, of all threads of this process.
fn used() -> (f64, i64) {
    #[repr(C)]
    struct Usage([i64; 18]);
    extern "C" {
        fn getrusage(who: i32, usage: *mut Usage) -> i32;
    }
    let mut usage = Usage([0; 18]);
    assert_eq!(unsafe { getrusage(0, &mut usage) }, 0);
    let seconds = |at: usize| usage.0[at] as f64 + usage.0[at + 1] as f64 / 1e6;
    (seconds(0) + seconds(2), usage.0[16] + usage.0[17])
}

/// The largest amount of memory that the process ever had, in kB.
fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    status.split("VmHWM:").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let after = |name: &str| arguments.iter().position(|each| each == name).map(|at| arguments[at + 1].as_str());
    let wanted: usize = after("--pages").unwrap().parse().unwrap();
    let size: usize = after("--size").map_or(100, |size| size.parse().unwrap());
    let looks = arguments.iter().any(|each| each == "--texts");
    let (start, before) = (Instant::now(), used());
    let client = Client::new(after("--url").unwrap(), "").unwrap();
    let pager = client.pager(QUERY, &format!("{{\"first\": {size}}}"), "").unwrap();
    let (mut pages, mut items) = (0, 0);
    for page in pager.pages("").unwrap() {
        let page = page.unwrap();
        pages += 1;
        items += page.count();
        if looks {
            assert!(page.items().unwrap().all(|item| item.starts_with('{') && item.ends_with('}')));
        }
    }
    let (seconds, after) = (start.elapsed().as_secs_f64(), used());
    assert_eq!((pages, items), (wanted, wanted * size));
    println!(
        "{{\"name\":\"rust_walk\",\"pages\":{pages},\"items\":{items},\"seconds\":{seconds:.6},\
         \"processor_seconds\":{:.6},\"switches\":{},\"peak_rss_kb\":{}}}",
        after.0 - before.0,
        after.1 - before.1,
        peak()
    );
}
