internal import CCurl
private import CPlatform
internal import PagerBytes

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// How a transfer failed, as libcurl reports it.
struct TransferEnding {
  /// libcurl's code.
  var code: CURLcode
  /// libcurl's words for it.
  var words: String
  /// Set when this side ended the transfer.
  var interruption: Transfer.Interruption?
  /// Bytes of the body that came, as they travelled.
  var received = 0
  /// The announced length of the body, as it travels.
  var expected: Int?
  /// Whether the connection stood, so that the request could be sent.
  var wasConnected = false

  /// Whether the connection was lost within the TLS handshake, and neither side objected to anything.
  ///
  /// libcurl has one code for both cases, and only its words tell them apart. The first two texts below are libcurl's
  /// own. The others come from OpenSSL, before version 3 and since.
  var wasLostInHandshake: Bool {
    code == CURLE_SSL_CONNECT_ERROR
      && ["Recv failure", "Send failure", "SSL_ERROR_SYSCALL", "unexpected eof"].contains { words.has($0) }
  }
}

extension TransferEnding {
  /// - Parameter interruption: why this side ended the transfer, if it did.
  init(_ code: CURLcode, of easy: borrowing EasyHandle, _ interruption: Transfer.Interruption?) {
    let expected = easy.size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, missing: -1)
    let wasConnected = easy.size(CURLINFO_PRETRANSFER_TIME_T) > 0
    self.init(
      code: code,
      words: easy.words(for: code),
      interruption: interruption ?? Self.missing(code, wasConnected: wasConnected),
      received: easy.size(CURLINFO_SIZE_DOWNLOAD_T),
      expected: expected >= 0 ? expected : nil,
      wasConnected: wasConnected)
  }

  /// The cause of a failure that libcurl does not report: files that could not be opened, or a header line that is
  /// longer than libcurl's buffer for it may become.
  private static func missing(_ code: CURLcode, wasConnected: Bool) -> Transfer.Interruption? {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM:
      Descriptor.scarcity.map { .outOfDescriptors($0) }
    // There is memory for what libcurl takes of headers at most.
    case CURLE_OUT_OF_MEMORY where wasConnected && swiftpager_has_memory(2 * HeaderCollector.largestCount):
      .headersTooLong
    default: nil
    }
  }
}

extension TransportError {
  /// The error for a transfer that failed.
  init(_ ending: TransferEnding, of settings: TransferSettings) {
    let kind = Self.kind(of: ending, in: settings.configuration)
    switch ending.interruption {
    case .lost:
      self.init(kind: kind, message: Self.message(for: kind, words: Self.wordsForLost, settings: settings))
    case .cut(let cut):
      self.init(kind: kind, message: Self.message(for: kind, words: Self.words(for: cut), settings: settings))
    case .outOfDescriptors(let errorNumber):
      self.init(
        kind: kind, message: Self.message(for: kind, words: Self.words(for: errorNumber), settings: settings),
        errorNumber: errorNumber)
    default:
      let message =
        ProxyFault(ending, of: settings.configuration)?.message(on: settings.endpointForMessages)
        ?? Self.message(for: kind, words: ending.words.printable, settings: settings)
      self.init(kind: kind, message: message)
    }
  }

  private static let wordsForLost = "the server may have carried out the request, so the client did not send it again"

  private static func words(for cut: Watchdog.Cut) -> String {
    switch cut {
    case .overdue: "bytes come on and on, so the client closed the connection"
    case .fruitless: "bytes come on and on that belong to no response, so the client closed the connection"
    }
  }

  /// The error for a call to libcurl that failed before anything was sent.
  init(_ failure: CallFailure, of settings: TransferSettings) {
    switch failure {
    case .outOfMemory, .multi(CURLM_OUT_OF_MEMORY):
      self.init(TransferEnding(code: CURLE_OUT_OF_MEMORY, words: ""), of: settings)
    case .easy(let code):
      self.init(TransferEnding(code: code, words: String(cString: curl_easy_strerror(code))), of: settings)
    case .multi(let code):
      let kind = Kind.other(code: 0)
      let words = String(cString: curl_multi_strerror(code))
      self.init(kind: kind, message: Self.message(for: kind, words: words, settings: settings))
    case .system(let code):
      let kind: Kind =
        switch code {
        case EMFILE, ENFILE: .outOfDescriptors
        case ENOMEM: .outOfMemory
        default: .other(code: 0)
        }
      self.init(
        kind: kind, message: Self.message(for: kind, words: Self.words(for: code), settings: settings),
        errorNumber: kind == .outOfDescriptors ? code : nil)
    case .thread(let code):
      self.init(
        kind: .noThread, message: Self.message(for: .noThread, words: Self.words(for: code), settings: settings),
        errorNumber: code)
    }
  }

  /// The error of a transport that is not libcurl's.
  package init(_ kind: Kind, words: String = "", of settings: TransferSettings) {
    self.init(kind: kind, message: Self.message(for: kind, words: words, settings: settings))
  }

  /// The error for transfers that the end of the transport cut off.
  package static func shutDown(_ settings: TransferSettings) -> TransportError {
    TransportError(kind: .shutDown, message: message(for: .shutDown, words: "", settings: settings))
  }

  /// The error for a configuration that was made invalid after it had been checked.
  init(_ error: TransportConfigurationError) {
    self.init(kind: .invalidConfiguration(error), message: error.message)
  }

  private static func words(for errorNumber: Int32) -> String {
    String(cString: strerror(errorNumber))
  }

  private static func kind(of ending: TransferEnding, in configuration: TransportConfiguration) -> Kind {
    switch ending.interruption {
    case .tooLarge: return .responseTooLarge(limit: configuration.maxResponseBytes)
    case .headersTooLong: return .headersTooLong(limit: HeaderCollector.largestCount)
    case .outOfMemory: return .outOfMemory
    case .outOfDescriptors: return .outOfDescriptors
    case .lost: return .emptyAnswer
    case .cut(.overdue): return .timedOut
    case .cut(.fruitless): return .connectionClosed(received: ending.received, expected: ending.expected)
    case .strayBytes, .answered, nil: break
    }
    switch ending.code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return .couldNotResolve
    case CURLE_COULDNT_CONNECT, CURLE_PROXY:
      return .couldNotConnect
    case CURLE_RECV_ERROR where ProxyFault.isRefusal(ending.words):
      return .couldNotConnect
    case CURLE_SSL_CONNECT_ERROR where ending.wasLostInHandshake:
      return .couldNotConnect
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      return .tlsFailed
    case CURLE_OPERATION_TIMEDOUT:
      // libcurl has one code for both limits. Both start with the transfer, so the shorter one was met first.
      let total = configuration.timeout
      let isTotal = ending.wasConnected || (total > .zero && total <= configuration.connectLimit)
      return isTotal ? .timedOut : .connectTimedOut
    case CURLE_GOT_NOTHING:
      return .emptyAnswer
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return .connectionClosed(received: ending.received, expected: ending.expected)
    case CURLE_OUT_OF_MEMORY:
      return .outOfMemory
    case CURLE_WRITE_ERROR, CURLE_BAD_CONTENT_ENCODING:
      // This side has refused no byte, so it was libcurl's decoder. It reads one gzip member, and calls others errors.
      return .undecodable
    default:
      return .other(code: Int32(bitPattern: ending.code.rawValue))
    }
  }

  private static func message(for kind: Kind, words: String, settings: TransferSettings) -> String {
    let url = settings.endpointForMessages
    let configuration = settings.configuration
    // A server or a proxy may have said them.
    let words = settings.secrets.hide(in: words)
    return switch kind {
    case .invalidConfiguration(let error):
      error.message
    case .couldNotResolve:
      "could not find the address of \(url) (\(words)); check the endpoint's and the proxy's spelling and the "
        + "machine's name resolution"
    case .couldNotConnect:
      "could not connect to \(url) (\(words)); check that the server runs and that nothing blocks the connection"
    // In OpenSSL's words, that is an answer which is not one of TLS.
    case .tlsFailed where words.has("wrong version number"):
      "no secure connection to \(url) (\(words)); if the server does not use TLS, write the endpoint with http"
    case .tlsFailed:
      "no secure connection to \(url) (\(words)); check that the server speaks TLS 1.2 or newer at this port, its "
        + "certificate, the client's if there is one, and the file of the authorities that must have signed them"
    case .connectTimedOut:
      "no connection to \(url) within \(configuration.connectLimit.inWords) (\(words)); check the network, or raise "
        + "the connect timeout"
    case .timedOut:
      "no complete response from \(url) within \(configuration.timeout.inWords) (\(words)); request less at a time, or "
        + "raise the timeout"
    case .connectionClosed(let received, let expected):
      "the connection to \(url) broke after \(received)\(expected.map { " of \($0)" } ?? "") bytes of the response "
        + "(\(words)); try again, or check the server's log"
    case .emptyAnswer:
      "\(url) closed the connection without a response (\(words)); check that an HTTP server listens there, and its log"
    case .undecodable:
      "the compressed response of \(url) cannot be unpacked: it is damaged, or has several gzip members, which libcurl "
        + "does not read (\(words)); let the server send one member, or no compression"
    case .responseTooLarge(let limit):
      "the response of \(url) is larger than the limit of \(limit) bytes; request less at a time, or raise the limit"
    case .headersTooLong(let limit):
      "the header of the response of \(url) is too long: it may have \(limit) bytes, and one line 100,000; look "
        + "at what the server or a gateway puts there"
    case .outOfMemory:
      "there is not enough memory for the request to \(url) or its response; request less at a time"
    case .outOfDescriptors:
      "no file descriptor is free for the request to \(url) (\(words)); close some files or raise the limit on open "
        + "files, then try again"
    case .noThread:
      "the system has no thread for requests to \(url) (\(words)); end some or raise their limit, then try again"
    case .shutDown:
      "the transport was shut down before \(url) had answered; send the request through a new one"
    case .notRecorded:
      "the recording has no answer to the request to \(url) (\(words)); record it again"
    case .recordingFailed:
      "the exchange with \(url) could not be recorded (\(words)); check the disk of the recording"
    case .other(let code):
      "the request to \(url) failed (\(words); libcurl's code is \(code)); check the endpoint, and the server's log"
    }
  }
}
