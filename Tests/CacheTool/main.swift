// A process with a cache in a file, for tests of what other processes, and their ends, do to it.
//
//     CacheTool PATH write COUNT START     writes records START, START + 1, …; a line for each that is kept
//     CacheTool PATH read KEY              writes the record
//     CacheTool PATH put KEY FIELDS        writes fields of the record
//     CacheTool PATH fill BYTES            lets no file grow beyond BYTES, and writes until something goes wrong
//     CacheTool PATH open unprivileged     opens it as a user who may not write it
//     CacheTool PATH fork ROUNDS           opens it, and has children open it that it has made by fork()
//     CacheTool PATH fork-busy ROUNDS      the same while a thread writes: a line for each child, `opened` or `refused`
//     CacheTool PATH fork-locked PROGRAM   the same for one child, while a thread waits for the file, which
//                                          PROGRAM, the shell of SQLite, has locked
//
// What goes wrong is written as `error: MESSAGE`.

import Foundation  // FileManager, Pipe, Process, Thread; dlsym, setrlimit and sigprocmask
import PagerBytes
import PagerCache
import PagerThreads

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3, let path = arguments.first else { exit(2) }
// The process that started it waits for its end, and may have blocked all signals.
var noSignals = sigset_t()
sigemptyset(&noSignals)
sigprocmask(SIG_SETMASK, &noSignals, nil)
alarm(300)
let (what, words) = (arguments[2], Array(arguments.dropFirst(2)))

func open(_ path: String) throws(CacheError) -> Cache {
  var configuration = CacheConfiguration()
  configuration.store = .sqlite(path: path)
  return try Cache.open(configuration)
}

@Sendable func bytes(_ text: String) -> ReceivedBytes {
  guard let bytes = Array(text.utf8).withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { exit(2) }
  return bytes
}

func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Swift hides fork(). This program has no threads but those of caches, and the one that each of the functions below
/// makes.
func fork() -> pid_t {
  typealias Fork = @convention(c) () -> pid_t
  guard let symbol = dlsym(nil, "fork") else { exit(2) }
  return unsafeBitCast(symbol, to: Fork.self)()
}

/// Opens the file in children that are made while another thread writes.
func haveChildrenWhileWriting(_ rounds: Int, _ path: String) throws(CacheError) {
  let cache = try open(path)
  let text = String(repeating: "x", count: 1 << 20)
  let isWriting = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    for write in 0... {
      if write == 3 { isWriting.signal() }
      // As an export of the C face does it, so that a fork waits.
      ForkGate.inside { try? cache.write(bytes("{\"text\":\"\(text)\"}"), to: "Busy") }
    }
  }
  isWriting.wait()
  for round in 0..<rounds {
    // At ever other moments of a write.
    usleep(UInt32(round * 97 % 5000))
    haveChild(round, path)
  }
  exit(0)
}

/// Opens the file in a child that is made while another thread is inside SQLite for longer than a fork waits.
func haveChildWhileWaiting(_ program: String, _ path: String) throws {
  let cache = try open(path)
  let (shell, input, output) = (Process(), Pipe(), Pipe())
  shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  shell.arguments = [program, path]
  (shell.standardInput, shell.standardOutput) = (input, output)
  try shell.run()
  input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE; SELECT 'locked';\n".utf8))
  _ = output.fileHandleForReading.availableData
  Thread.detachNewThread { try? cache.write(bytes("{\"n\":1}"), to: "Waiting") }
  // It waits for 5 s.
  sleep(1)
  haveChild(0, path)
  input.fileHandleForWriting.write(Data("ROLLBACK;\n.quit\n".utf8))
  shell.waitUntilExit()
  exit(0)
}

/// Makes a child that opens the file, and says how that went.
func haveChild(_ number: Int, _ path: String) {
  let child = fork()
  if child == 0 {
    // One that hangs is ended.
    alarm(60)
    do throws(CacheError) {
      let own = try open(path)
      try own.write(bytes("{\"n\":1}"), to: "Child:\(number)")
      _exit(10)
    } catch {
      _exit(error.message.contains("fork at another time") ? 11 : 12)
    }
  }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  switch status {
  case 10 << 8: say("opened")
  case 11 << 8: say("refused")
  default: say("error: the child ended with \(status)")
  }
}

/// Opens the file in children, each of which still writes when the parent has closed it.
func haveChildren(_ rounds: Int, _ path: String) throws(CacheError) {
  var cache: Cache? = try open(path)
  for round in 0..<rounds {
    let (opened, closed) = (Pipe(), Pipe())
    try cache?.write(bytes("{\"n\":1}"), to: "Parent:\(round)")
    let child = fork()
    if child == 0 {
      // It has none of its parent.
      alarm(300)
      do throws(CacheError) {
        let own = try open(path)
        guard try own.read("Parent:\(round)") != nil else { _exit(3) }
        opened.fileHandleForWriting.write(Data([1]))
        for number in 0..<10 { try own.write(bytes("{\"n\":1}"), to: "Beside:\(round).\(number)") }
        _ = closed.fileHandleForReading.readData(ofLength: 1)
        for number in 0..<10 { try own.write(bytes("{\"n\":1}"), to: "Alone:\(round).\(number)") }
        _exit(0)
      } catch {
        say("error: \(error.message)")
        _exit(4)
      }
    }
    _ = opened.fileHandleForReading.readData(ofLength: 1)
    for number in 0..<10 { try cache?.write(bytes("{\"n\":1}"), to: "Parent:\(round).\(number)") }
    cache = nil
    while isOpen(path) { usleep(1000) }
    closed.fileHandleForWriting.write(Data([1]))
    var status: Int32 = 0
    waitpid(child, &status, 0)
    if status != 0 { say("error: the child ended with \(status)") }
    cache = try open(path)
    for kind in ["Parent", "Beside", "Alone"] {
      for number in 0..<10 where try cache?.read("\(kind):\(round).\(number)") == nil {
        say("error: \(kind):\(round).\(number) is lost")
      }
    }
  }
  say("done")
}

/// Whether this process has a file open.
func isOpen(_ path: String) -> Bool {
  let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return files.contains { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
}

do {
  if what == "open" {
    guard setgid(65534) == 0, setuid(65534) == 0 else { exit(2) }
  }
  if what == "fork" {
    try haveChildren(Int(words[0]) ?? 0, path)
    exit(0)
  }
  if what == "fork-busy" { try haveChildrenWhileWriting(Int(words[0]) ?? 0, path) }
  if what == "fork-locked" { try haveChildWhileWaiting(words[0], path) }
  let cache = try open(path)
  switch what {
  case "write":
    let (count, start) = (Int(words[0]) ?? 0, Int(words[1]) ?? 0)
    for number in start..<start + count {
      let text = String(repeating: "x", count: number % 700)
      let record = "{\"n\":\(number),\"text\":\"\(text)\"}"
      try cache.write(bytes("{\"R:\(number)\":\(record),\"Last\":{\"n\":\(number)}}"), to: nil)
      say("\(number)")
    }
  case "read":
    say(try cache.read(words[0]).map { String(decoding: $0, as: UTF8.self) } ?? "nothing")
  case "put":
    try cache.write(bytes(words[1]), to: words[0])
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
} catch let error as CacheError {
  say("error: \(error.message)")
}
