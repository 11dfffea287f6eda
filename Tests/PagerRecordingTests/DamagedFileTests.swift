import Foundation  // mkfifo, setrlimit
import PagerTransport
import TestSupport
import Testing

@testable import PagerRecording

@Suite("A file that cannot be used is refused by its name and line", .timeLimit(.minutes(1)))
struct DamagedFileTests {
  private let fixture = RecordingFixture()
  private static let heading = "{\"swiftpager_recording\":1}\n"
  private static let exchange = "{\"request\":{\"body\":\"{}\"},\"response\":{\"status\":200,\"body\":\"\"}}\n"

  @Test(
    "A file that is not a recording",
    arguments: [
      ("", "line 1 of FILE is not the beginning of a recording: the file is empty"),
      ("\n\n", "line 1 of FILE is not the beginning of a recording: the file is empty"),
      ("hello\n", "line 1 of FILE is not the beginning of a recording: "),
      ("{}\n", "line 1 of FILE is not the beginning of a recording: `swiftpager_recording` is missing"),
      (exchange, "line 1 of FILE is not the beginning of a recording: `swiftpager_recording` is missing"),
      (
        "\n{\"swiftpager_recording\":2}\n",
        "line 2 of the recording FILE says that it has version 2, and this library reads version 1"
      ),
      ("{\"swiftpager_recording\":0}\n", "line 1 of FILE is not the beginning of a recording"),
    ])
  func notARecording(text: String, message: String) {
    fixture.text = text
    #expect(fixture.refusal?.hasPrefix(message) == true, "\(fixture.refusal ?? "accepted")")
  }

  @Test(
    "Which has a line that is damaged",
    arguments: [
      ("{\"request\":{\"bo", "the text ends inside a string, and the file ends there"),
      ("{}\n", "it has no `request`"), ("[]\n", "it has no `request`"),
      ("{\"request\":{}}\n", "it must have either `response` or `failure`"),
      ("{\"request\":{},\"response\":{},\"failure\":{}}\n", "it must have either `response` or `failure`"),
      ("{\"request\":{},\"response\":{}}\n", "the `status` of its response is not a three-digit number"),
      ("{\"request\":{},\"response\":{\"status\":99}}\n", "the `status` of its response"),
      ("{\"request\":{\"body\":7},\"response\":{\"status\":200}}\n", "the `body` of its request is not a string"),
      ("{\"request\":{\"body_base64\":\"a\"},\"response\":{\"status\":200}}\n", "the `body_base64` of its request"),
      ("{\"request\":{\"body_base64\":\"=AAA\"},\"response\":{\"status\":200}}\n", "the `body_base64` of its request"),
      ("{\"request\":{\"body\":\"\",\"body_base64\":\"\"},\"response\":{\"status\":200}}\n", "its request has both"),
      ("{\"request\":{},\"response\":{\"status\":200,\"headers\":{}}}\n", "its `headers` are not an array"),
      ("{\"request\":{},\"response\":{\"status\":200,\"headers\":[[\"a\"]]}}\n", "its `headers` are not"),
      ("{\"request\":{},\"response\":{\"status\":200,\"headers\":[[\"a\",\"b\\nc: d\"]]}}\n", "its `headers` are not"),
      ("{\"request\":{},\"failure\":{\"kind\":\"other\"}}\n", "`failure` is not an object"),
      ("{\"request\":{},\"failure\":{\"kind\":\"bored\",\"message\":\"\"}}\n", "`failure` is not an object"),
    ])
  func damaged(line: String, reason: String) {
    fixture.text = Self.heading + Self.exchange + "\n" + line
    let message = "line 4 of the recording FILE is damaged: \(reason)"
    #expect(fixture.refusal?.hasPrefix(message) == true, "\(fixture.refusal ?? "accepted")")
  }

  @Test("A file that a person edited may have blank lines, no last line end, and members of its own")
  func lenient() {
    fixture.text = "\r\n" + Self.heading + "  \n" + Self.exchange.dropLast(2) + ",\"note\":\"mine\"}"
    #expect(fixture.refusal == nil)
  }

  @Test func aFileThatIsNotThere() {
    #expect(fixture.refusal == "the recording FILE cannot be read: No such file or directory")
  }

  @Test func whatIsNotARecordingIsNotOverwritten() throws {
    fixture.text = "important\n"
    let error = #expect(throws: RecordingError.self) { try fixture.recorder() }
    #expect(error?.message.contains("is not a recording") == true)
    #expect(fixture.text == "important\n")
  }

  @Test func twoClientsDoNotRecordToOneFile() throws {
    let first = try fixture.recorder()
    let error = #expect(throws: RecordingError.self) { try fixture.recorder() }
    #expect(error?.message.hasPrefix("another client is recording to") == true)
    withExtendedLifetime(first) {}
  }

  /// A pipe would have the caller wait for another process, and a device might never end.
  @Test("What is not a regular file is refused at once", arguments: ["/dev/full", "/dev/zero", "/dev/null", nil])
  func otherKinds(device: String?) throws {
    let configuration = try TransportConfiguration.to("http://127.0.0.1/")
    if device == nil { try #require(mkfifo(fixture.path, 0o600) == 0) }
    let path = device ?? fixture.path
    let message = "\(path) is not a regular file, and a recording is one: name another file"
    #expect(throws: RecordingError(message: message)) { try Recorder(to: path, of: configuration) }
    #expect(throws: RecordingError(message: message)) { try Recording(reading: path) }
  }

  @Test("A file that the disk has no room for is refused at once")
  func noRoom() async {
    await #expect(processExitsWith: .success) {
      let fixture = RecordingFixture()
      var limit = rlimit(rlim_cur: 10, rlim_max: 10)
      signal(SIGXFSZ, SIG_IGN)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let error = #expect(throws: RecordingError.self) { try fixture.recorder() }
      #expect(error?.message == "the recording \(fixture.path) cannot be written: File too large")
    }
  }
}
