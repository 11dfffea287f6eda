package import PagerRecording
package import PagerTransport

/// The transport that sends a client's requests: libcurl, with or without a recording of it, or a replayed recording.
extension ClientConfiguration {
  /// The message for a configuration that wants to record and to replay.
  package static let recordsAndReplays = "a client cannot record and replay at once: leave `record` or `replay` out"

  /// Makes the channel that a client's requests share.
  package func makeChannel() throws(ClientConfigurationError) -> RequestChannel {
    try rateLimit.check()
    let clock = SystemClock(isPatient: replay == nil)
    // A recording can be asked at any rate.
    let gate = replay == nil ? RateGate(rateLimit, clock: clock) : nil
    return RequestChannel(
      try makeTransport(behind: gate), retry: retry, clock: clock, endpoint: endpoint, pacer: Pacer(rateLimit),
      gate: gate, dates: dates)
  }

  /// Makes the channel that a client's requests share, over a transport that is not the library's own.
  package func makeChannel(
    over transport: (TransferSettings) -> any Transport
  ) throws(ClientConfigurationError) -> RequestChannel {
    guard record == nil, replay == nil else {
      throw ClientConfigurationError(
        message: "a client with its own transport cannot record or replay: leave `record` and `replay` out",
        field: nil)
    }
    try rateLimit.check()
    let gate = RateGate(rateLimit)
    let transport = PersistedQueries.over(
      RequestCompression.over(
        RateGate.over(transport(try transferSettings()), gate), RequestCompression(isEnabled: compressesRequests)),
      PersistedQueries(persistedQueries))
    return RequestChannel(
      transport, retry: retry, endpoint: endpoint, pacer: Pacer(rateLimit), gate: gate, dates: dates)
  }

  /// - Parameter gate: lets requests leave at a fixed rate.
  package func makeTransport(behind gate: RateGate? = nil) throws(ClientConfigurationError) -> any Transport {
    guard record == nil || replay == nil else {
      throw ClientConfigurationError(message: Self.recordsAndReplays, field: nil)
    }
    if let replay { return try replayingTransport(of: replay) }
    // Below the recorder: a recording has the original request, in whatever form it was sent.
    let transport = PersistedQueries.over(
      RequestCompression.over(
        RateGate.over(try curlTransport(), gate), RequestCompression(isEnabled: compressesRequests)),
      PersistedQueries(persistedQueries))
    guard let recorder = try makeRecorder() else { return transport }
    return RecordingTransport(transport, to: recorder)
  }

  /// Begins the recording that the configuration asks for; nil if it does not ask for one.
  package func makeRecorder() throws(ClientConfigurationError) -> Recorder? {
    guard let record else { return nil }
    let configuration = try transportConfiguration()
    do throws(RecordingError) {
      return try Recorder(to: record, of: configuration)
    } catch {
      throw ClientConfigurationError(message: error.message, field: nil, isRecording: true)
    }
  }

  private func curlTransport() throws(ClientConfigurationError) -> any Transport {
    let configuration = try transportConfiguration()
    do throws(TransportError) {
      return try CurlTransport(configuration)
    } catch {
      throw ClientConfigurationError(message: error.message, field: nil)
    }
  }

  private func replayingTransport(of path: String) throws(ClientConfigurationError) -> any Transport {
    let settings = try transferSettings()
    do throws(RecordingError) {
      return ReplayingTransport(try Recording(reading: path), settings)
    } catch {
      throw ClientConfigurationError(message: error.message, field: nil, isRecording: true)
    }
  }

  private func transferSettings() throws(ClientConfigurationError) -> TransferSettings {
    let configuration = try transportConfiguration()
    do throws(TransportConfigurationError) {
      return try TransferSettings(configuration)
    } catch {
      throw ClientConfigurationError(message: error.message, field: error.field)
    }
  }
}
