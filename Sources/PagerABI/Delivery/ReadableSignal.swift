import CPlatform
import Glibc
import PagerTransport

/// The descriptor of a client: readable while its signal is raised, or while an event loop has something to do.
struct ClientSignal: ~Copyable {
  let descriptor: Int32
  private var signal: ReadableSignal
  private var included: TurnDescriptor?

  /// Nil when the process has no free descriptor.
  init?() {
    let set = swiftpager_descriptor_set()
    guard set >= 0 else { return nil }
    guard let made = ReadableSignal() else {
      close(set)
      return nil
    }
    descriptor = set
    signal = made
    swiftpager_descriptor_set_add(set, signal.descriptor)
  }

  deinit {
    close(descriptor)
  }

  mutating func set(_ raised: Bool) { signal.set(raised) }

  /// Shows from now on what a transport has for the next turn. Its descriptor leaves by itself when it is closed.
  mutating func include(_ turns: TurnDescriptor) {
    guard included != turns else { return }
    included = turns
    swiftpager_descriptor_set_add(descriptor, turns.number)
  }
}

/// An eventfd that is readable while it is raised.
struct ReadableSignal: ~Copyable {
  let descriptor: Int32
  private var isRaised = false

  /// Nil when the process has no free descriptor.
  init?() {
    descriptor = swiftpager_eventfd()
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// Makes the descriptor readable, or not. Costs a system call only if that changes something.
  mutating func set(_ raised: Bool) {
    guard raised != isRaised else { return }
    isRaised = raised
    var count: UInt64 = 1
    if raised {
      _ = write(descriptor, &count, MemoryLayout<UInt64>.size)
    } else {
      _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
  }
}
