/// Makes transfers, and keeps some for the next request: a handle of libcurl is costly to set up.
struct TransferPool {
  private let settings: TransferSettings
  private let headers: HeaderList
  private let connections: IdleConnections
  private var spare: [Transfer] = []

  /// Handles kept for reuse; each holds some KiB.
  private static let largestCount = 16

  init(settings: TransferSettings, connections: IdleConnections) throws(CallFailure) {
    self.settings = settings
    self.connections = connections
    headers = try HeaderList(for: settings.configuration)
  }

  /// A transfer that serves no request.
  mutating func take() throws(CallFailure) -> Transfer {
    if let transfer = spare.popLast() {
      return transfer
    }
    return try Transfer(settings: settings, headers: headers, connections: connections)
  }

  /// Takes back a transfer that serves no request any more.
  mutating func keep(_ transfer: Transfer) {
    if spare.count < Self.largestCount {
      spare.append(transfer)
    }
  }

  mutating func removeAll() {
    spare = []
  }
}
