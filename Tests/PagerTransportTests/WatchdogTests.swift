import Foundation
import PagerThreads
import Synchronization
import TestSupport
import Testing

@testable import PagerTransport

/// A move here reads from a connection of TCP that is never empty, until a read fails.
@Suite("The watchdog", .timeLimit(.minutes(1)))
struct WatchdogTests {
  private let watchdog = Watchdog()
  private let id = TransferID(rawValue: 1)

  /// - Parameter eachRead: called after each read.
  private func readOnAndOn(_ flood: Flood, isDue: Bool = false, eachRead: () -> Void = {}) {
    watchdog.watch(isDue ? nil : flood.reader) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while recv(flood.reader, &bytes, bytes.count, 0) > 0 { eachRead() }
    }
  }

  @Test(arguments: [false, true])
  func endsAMoveWhenARequestIsOverItsLimit(isDue: Bool) throws {
    let flood = try Flood()
    watchdog.opened(flood.reader)
    watchdog.began(id, limit: .milliseconds(300))
    let begin = ContinuousClock.now
    // Bytes of answers make no difference.
    readOnAndOn(flood, isDue: isDue) { watchdog.delivered() }
    #expect(watchdog.cut == .overdue)
    #expect(begin.duration(to: .now) >= .milliseconds(300))
  }

  @Test func endsAMoveOfWhichNothingComes() throws {
    let flood = try Flood()
    watchdog.opened(flood.reader)
    watchdog.began(id, limit: .seconds(3600))
    readOnAndOn(flood)
    #expect(watchdog.cut == .fruitless)
  }

  /// One of the request itself, and one of the end of the transport.
  @Test(arguments: [TransferID(rawValue: 1), nil])
  func endsAMoveWhoseAnswersNoThreadWants(dropped: TransferID?) throws {
    let flood = try Flood()
    watchdog.opened(flood.reader)
    watchdog.began(id, limit: .zero)
    let hasBegun = DispatchSemaphore(value: 0)
    let watchdog = watchdog
    Thread.detachNewThread {
      hasBegun.wait()
      watchdog.drop(dropped)
    }
    readOnAndOn(flood) {
      watchdog.delivered()
      hasBegun.signal()
    }
    #expect(watchdog.cut == .fruitless)
  }

  @Test func leavesAMoveAloneThatBringsAnswersWhileAnotherIsDropped() throws {
    let flood = try Flood()
    watchdog.opened(flood.reader)
    watchdog.began(id, limit: .seconds(3600))
    watchdog.began(TransferID(rawValue: 2), limit: .seconds(3600))
    let end = ContinuousClock.now + .milliseconds(600)
    watchdog.watch(flood.reader) {
      watchdog.drop(TransferID(rawValue: 2))
      var bytes = [UInt8](repeating: 0, count: 4096)
      while ContinuousClock.now < end, recv(flood.reader, &bytes, bytes.count, 0) > 0 { watchdog.delivered() }
    }
    #expect(watchdog.cut == nil)
    #expect(ContinuousClock.now >= end)
  }

  @Test func leavesAMoveAloneThatWaits() throws {
    let flood = try Flood()
    watchdog.opened(flood.reader)
    watchdog.began(id, limit: .milliseconds(1))
    watchdog.watch(flood.reader) {
      watchdog.drop(nil)
      Thread.sleep(forTimeInterval: 0.9)
    }
    #expect(watchdog.cut == nil)
    var byte: UInt8 = 0
    #expect(recv(flood.reader, &byte, 1, 0) == 1)
  }

  /// Its number may be that of another by then.
  @Test func leavesAClosedSocketAlone() throws {
    let flood = try Flood()
    watchdog.opened(flood.reader)
    watchdog.closing(flood.reader)
    watchdog.began(id, limit: .milliseconds(1))
    let end = ContinuousClock.now + .milliseconds(900)
    readOnAndOn(flood) { if ContinuousClock.now > end { shutdown(flood.reader, Int32(SHUT_RDWR)) } }
    #expect(ContinuousClock.now >= end)
  }

  @Test func rests() {
    watchdog.began(id, limit: .seconds(1))
    watchdog.drop(id)
    // It looks once more, finds nothing, and begins anew with the next request.
    let end = ContinuousClock.now + .seconds(30)
    while !watchdog.isResting, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
    #expect(watchdog.isResting)
    watchdog.began(id, limit: .seconds(1))
    #expect(!watchdog.isResting)
  }
}

/// A connection of TCP whose far end writes without end.
private final class Flood: Sendable {
  let reader: Int32

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    reader = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, address, &size) == 0
          && connect(reader, address, size) == 0
      }
    }
    try #require(isConnected)
    let writer = accept(listener, nil, nil)
    Thread.detachNewThread {
      let bytes = [UInt8](repeating: 0, count: 65_536)
      while send(writer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
      close(writer)
    }
  }

  deinit { close(reader) }
}
