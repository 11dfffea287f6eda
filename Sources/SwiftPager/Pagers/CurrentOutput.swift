import PagerPublishing

/// The newest output of a pager, for whoever subscribes.
///
/// `@unchecked`: Combine's subjects are safe to use from every thread and say so only in their documentation.
final class CurrentOutput<Model: Sendable>: @unchecked Sendable {
  private let subject = CurrentValueSubject<Result<Model, any Error>?, Never>(nil)

  var publisher: AnyPublisher<Result<Model, any Error>, Never> {
    subject.compactMap { $0 }.eraseToAnyPublisher()
  }

  func send(_ output: Result<Model, any Error>) {
    subject.send(output)
  }

  /// Forgets the output: nothing is replayed until the next one.
  func clear() {
    subject.send(nil)
  }

  /// Tells subscribers that nothing will come any more.
  func finish() {
    subject.send(completion: .finished)
  }
}
