import Foundation  // usleep, trimmingCharacters
import PagerTransport
import TestSupport
import Testing

@Suite("The transport's thread", .asksAServer, .timeLimit(.minutes(1)))
struct ThreadTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  /// The lines of `/proc/thread-self/status` as a completion sees them, by name.
  private func statusOfTheThread(of transport: CurlTransport) async throws -> [String: String] {
    let text = try await withCheckedThrowingContinuation { continuation in
      transport.post { _ in
        continuation.resume(with: Result { try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8) })
      }
    }
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[String(parts[0])] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    }
    return fields
  }

  @Test func hasANameAndBlocksAllSignals() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    let status = try await statusOfTheThread(of: transport)
    #expect(status["Name"] == "swiftpager-net")
    let blocked = try #require(UInt64(status["SigBlk"] ?? "", radix: 16))
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGPROF] {
      #expect(blocked & (1 << UInt64(signal - 1)) != 0, "signal \(signal) may run a handler of the host there")
    }
  }

  /// libcurl would ignore SIGPIPE for as long as it works, in the whole process.
  @Test func leavesTheSignalHandlersOfItsHostAlone() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        let peer = try TransportPeer.shared.get()
        signal(SIGPIPE) { _ in }
        var own = sigaction()
        sigaction(SIGPIPE, nil, &own)
        let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/plain?size=5000000")))
        let outcomes = Outcomes()
        for _ in 1...40 {
          _ = try transport.send("{}", into: outcomes)
        }
        while outcomes.all.count < 40 {
          var now = sigaction()
          sigaction(SIGPIPE, nil, &now)
          try #require(handlerAddress(now) == handlerAddress(own))
        }
        #expect(outcomes.all.allSatisfy { $0 == nil })
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func isTheSameForAllCompletions() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    let first = try await statusOfTheThread(of: transport)["Pid"]
    #expect(first != nil)
    #expect(try await statusOfTheThread(of: transport)["Pid"] == first)
  }

  /// A transport's thread goes on while the exit handlers run. OpenSSL, when it tears itself down meanwhile, crashes
  /// the process now and then, and fails the handshakes after that.
  @Test func canStillUseTLSWhileTheProcessExits() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        // Exit handlers run in reverse: those of the TLS library first, if it has any, and then this one.
        atexit {
          let enough = outcomesAtExit.all.count + 20
          for _ in 1...40_000 where outcomesAtExit.all.count < enough {
            usleep(1000)
          }
          if outcomesAtExit.all.count < enough || outcomesAtExit.all.contains(where: { $0 != nil }) {
            _exit(EXIT_FAILURE)
          }
        }
        let peer = try TransportPeer.shared.get()
        let transport = try CurlTransport(
          TransportConfiguration.to(
            endpoint: peer.https("/echo"), headers: [HTTPHeader(name: "Connection", value: "close")],
            tls: TLSConfiguration(caFile: peer.authorities)))
        @Sendable func next() {
          transport.post { result in
            outcomesAtExit.add(result)
            next()
          }
        }
        next()
        _ = try await transport.post()
        exit(EXIT_SUCCESS)
      }
    }
  }
}

/// What the exit handler sees; it is a C function and can hold nothing itself.
private let outcomesAtExit = Outcomes()

private func handlerAddress(_ action: sigaction) -> Int {
  unsafeBitCast(action.__sigaction_handler, to: Int.self)
}
