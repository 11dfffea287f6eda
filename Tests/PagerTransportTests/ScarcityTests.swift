import Foundation  // FileManager; setrlimit
import PagerTransport
import TestSupport
import Testing

/// Each in a process of its own: the limits are those of a process.
@Suite("Little is left of what the system gives", .asksAServer, .timeLimit(.minutes(1)))
struct ScarcityTests {
  @Test func withoutAThreadTheTrueReasonIsToldAndTheNextCallTriesAgain() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        let peer = try TransportPeer.shared.get()
        let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
        // The limit does not hold for the superuser.
        if getuid() == 0 {
          try #require(setuid(65534) == 0)
        }
        let limit = Limit(__RLIMIT_NPROC)
        limit.set(to: 0)
        for _ in 1...3 {
          let error = #expect(throws: TransportError.self) { try transport.send([]) { _ in } }
          #expect(error?.kind == .noThread)
          #expect(error?.message.contains("thread") == true)
        }
        limit.restore()
        #expect(try await transport.post().status == 200)
        #expect(transport.shutdown(timeout: patience))
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func withoutDescriptorsTheTrueReasonIsToldAndTheNextCallTriesAgain() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        let peer = try TransportPeer.shared.get()
        let endpoints = [peer.http("/echo"), peer.https("/echo"), "http://nonexistent.invalid/"]
        for (endpoint, free) in endpoints.flatMap({ endpoint in (0...8).map { (endpoint, $0) } }) {
          let transport = try CurlTransport(
            TransportConfiguration.to(
              endpoint: endpoint, timeout: .seconds(20), tls: TLSConfiguration(caFile: peer.authorities)))
          let hoard = Hoard(leaving: free)
          let outcome = transport.postAndWait()
          hoard.release()
          let expected = endpoint.contains("invalid") ? TransportError.Kind.couldNotResolve : nil
          #expect(outcome == .outOfDescriptors || outcome == expected, "\(endpoint) with \(free) free")
          if free < 2 {
            #expect(outcome == .outOfDescriptors, "\(endpoint) with \(free) free")
          }
          // The same transport, once there are descriptors.
          #expect(transport.postAndWait() == expected, "\(endpoint) after \(free) were free")
          #expect(transport.shutdown(timeout: patience))
        }
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func aLoopThatTheSystemLetsDownTellsItAndTheNextCallGetsANewOne() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        let peer = try TransportPeer.shared.get()
        let key = newKey()
        let transport = try CurlTransport(
          TransportConfiguration.to(
            endpoint: peer.https("/wait-at?at=1&test=\(key)"), tls: TLSConfiguration(caFile: peer.authorities)))
        let cutOff = Outcomes()
        _ = try transport.send("{}", into: cutOff)
        #expect(try await peer.seen(key, requests: 1).requests == 1)
        let poll = try #require(openFiles().keys.first { watches($0, aPeerAt: peer.httpsPort) })
        close(poll)
        // This request wakes the thread, which finds that it cannot wait any more.
        let outcome = transport.postAndWait()
        #expect(outcome != nil && outcome != .timedOut)
        // Until that thread has ended, requests are refused for the same reason; then there is a new one.
        while case let again = transport.postAndWait(), again != nil {
          try #require(again == outcome)
        }
        #expect(cutOff.all == [outcome])
        #expect(transport.shutdown(timeout: patience))
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func nothingOfATransportSurvivesExec() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        let peer = try TransportPeer.shared.get()
        // The peer's other port is for Foundation's client, whose sockets are not looked at here.
        let configuration = try TransportConfiguration.to(
          endpoint: peer.https("/echo"), tls: TLSConfiguration(caFile: peer.authorities))
        let idle = try CurlTransport(configuration)
        #expect(try await idle.post().status == 200)
        let key = newKey()
        var waiting = configuration
        waiting.endpoint = peer.https("/wait?test=\(key)")
        let busy = try CurlTransport(waiting)
        _ = try busy.send("{}", into: Outcomes())
        #expect(try await peer.seen(key, requests: 1).requests == 1)

        let connections = openFiles().filter { peerPort(of: $0.key) == peer.httpsPort }.values
        #expect(connections.count == 2)
        let inherited = try openFilesOfAProgram()
        #expect(!inherited.isEmpty)
        for connection in connections {
          #expect(!inherited.contains(connection))
        }
        #expect(!inherited.contains { $0.contains("eventpoll") || $0.contains("eventfd") })
        exit(EXIT_SUCCESS)
      }
    }
  }
}

extension CurlTransport {
  /// Sends a request and waits on this thread, which needs no other: nil for a response, else why there is none.
  fileprivate func postAndWait() -> TransportError.Kind? {
    let outcomes = Outcomes()
    let ended = DispatchSemaphore(value: 0)
    post { result in
      outcomes.add(result)
      ended.signal()
    }
    guard ended.wait(timeout: .now() + .seconds(25)) == .success else { return .timedOut }
    return outcomes.all.first ?? .timedOut
  }
}

/// A soft limit of this process.
private struct Limit {
  private let resource: __rlimit_resource
  private let before: rlimit

  init(_ resource: __rlimit_resource) {
    self.resource = resource
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    before = limit
  }

  func set(to count: rlim_t) {
    var limit = before
    limit.rlim_cur = count
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }

  func restore() {
    var limit = before
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}

/// Holds all descriptors of the process but a few.
private struct Hoard {
  private var held: [Int32] = []
  private let limit = Limit(RLIMIT_NOFILE)

  init(leaving free: Int) {
    limit.set(to: 256)
    while case let descriptor = dup(0), descriptor >= 0 {
      held.append(descriptor)
    }
    for descriptor in held.suffix(free) {
      close(descriptor)
    }
    held.removeLast(min(free, held.count))
  }

  func release() {
    for descriptor in held {
      close(descriptor)
    }
    limit.restore()
  }
}

/// The descriptors of this process and what they stand for, as the system names it.
private func openFiles() -> [Int32: String] {
  let folder = "/proc/self/fd"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  var files: [Int32: String] = [:]
  for name in names {
    files[Int32(name) ?? -1] = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
  }
  return files
}

/// The port on the other side of a connection; 0 for anything else.
private func peerPort(of descriptor: Int32) -> Int {
  var address = sockaddr_in()
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let code = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
  }
  return code == 0 && address.sin_family == sa_family_t(AF_INET) ? Int(UInt16(bigEndian: address.sin_port)) : 0
}

/// Whether a descriptor is an epoll instance that watches a connection to a port.
private func watches(_ descriptor: Int32, aPeerAt port: Int) -> Bool {
  let text = (try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)) ?? ""
  return text.split(separator: "\n").contains { line in
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count > 1, words[0] == "tfd:", let watched = Int32(words[1]) else { return false }
    return peerPort(of: watched) == port
  }
}

/// What the descriptors of a program stand for that this process runs with fork and exec.
private func openFilesOfAProgram() throws -> [String] {
  var ends: [Int32] = [0, 0]
  try #require(pipe(&ends) == 0)
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
  var child = pid_t()
  var words = ["/bin/ls", "-l", "/proc/self/fd"].map { (word: String) in strdup(word) }
  words.append(nil)
  defer { for word in words { free(word) } }
  try #require(posix_spawn(&child, "/bin/ls", &actions, nil, words, environ) == 0)
  close(ends[1])
  let text = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()
  var status: Int32 = 0
  waitpid(child, &status, 0)
  return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
    line.firstRange(of: " -> ").map { String(line[$0.upperBound...]) }
  }
}
