// A process with a cache in a file, for tests of what other processes, and their ends, do to it.
//
//     CacheTool PATH write COUNT START     writes records START, START + 1, …; a line for each that is kept
//     CacheTool PATH read KEY              writes the record
//     CacheTool PATH fill BYTES            lets no file grow beyond BYTES, and writes until something goes wrong
//     CacheTool PATH open nobody           opens it as a user who may not write it
//
// What goes wrong is written as `error: MESSAGE`.

import Foundation
import PagerBytes
import PagerCache

func bytes(_ text: String) -> ReceivedBytes {
  guard let bytes = Array(text.utf8).withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { exit(2) }
  return bytes
}

func say(_ line: String) {
  print(line)
  fflush(nil)
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3, let path = arguments.first else { exit(2) }
let (what, words) = (arguments[2], Array(arguments.dropFirst(2)))
var configuration = CacheConfiguration()
configuration.store = .sqlite(path: path)

do throws(CacheError) {
  if what == "open" {
    guard setgid(65534) == 0, setuid(65534) == 0 else { exit(2) }
  }
  let cache = try Cache.open(configuration)
  switch what {
  case "write":
    let (count, start) = (Int(words[0]) ?? 0, Int(words[1]) ?? 0)
    for number in start..<start + count {
      let text = String(repeating: "x", count: number % 700)
      try cache.write(bytes("{\"R:\(number)\":{\"n\":\(number),\"text\":\"\(text)\"},\"Last\":{\"n\":\(number)}}"), to: nil)
      say("\(number)")
    }
  case "read":
    say(try cache.read(words[0]).map { String(decoding: $0, as: UTF8.self) } ?? "nothing")
  case "fill":
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(words[0]) ?? 0, rlim_max: rlim_t.max)
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
    let text = String(repeating: "x", count: 10_000)
    for number in 0..<10_000 {
      do throws(CacheError) {
        try cache.write(bytes("{\"n\":\(number),\"text\":\"\(text)\"}"), to: "R:\(number)")
        say("\(number)")
      } catch {
        say("error: \(error.message)")
        // What was not kept is shown all the same, and kept when there is room.
        say("shown: \(try cache.read("R:\(number)") != nil)")
        limit.rlim_cur = rlim_t.max
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
        try cache.write(bytes(#"{"n":1}"#), to: "After")
        exit(0)
      }
    }
  default:
    break
  }
} catch {
  say("error: \(error.message)")
}
