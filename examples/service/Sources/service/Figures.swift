import Metrics
import Synchronization

/// What the streams count.
struct StreamFigures: Sendable {
  let pages = Counter(label: "upstream_pages")
  let upstreamErrors = Counter(label: "upstream_errors")
  let products = Counter(label: "products_written")
  let streams = Meter(label: "streams_open")
}

/// A backend of swift-metrics that keeps counters and meters in memory, for `GET /metrics`.
///
/// A service that has more to measure takes a package in its place, such as swift-prometheus.
final class FigureStore: MetricsFactory, Sendable {
  /// The value of one counter or meter.
  private final class Figure: CounterHandler, MeterHandler, Sendable {
    private let value = Mutex(0.0)

    var current: Double { value.withLock { $0 } }

    func increment(by amount: Int64) { value.withLock { $0 += Double(amount) } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func set(_ amount: Int64) { value.withLock { $0 = Double(amount) } }
    func set(_ amount: Double) { value.withLock { $0 = amount } }
    func reset() { value.withLock { $0 = 0 } }
  }

  private let figures = Mutex<[String: Figure]>([:])

  /// All values in the text format of Prometheus.
  var text: String {
    let figures: [String: Figure] = figures.withLock { $0 }
    let lines: [String] = figures.sorted { $0.key < $1.key }.map { name, figure in "\(name) \(figure.current)\n" }
    return lines.joined()
  }

  private func figure(_ label: String, _ dimensions: [(String, String)]) -> Figure {
    let labels: [String] = dimensions.map { name, value in "\(Self.name(name))=\"\(Self.escaped(value))\"" }
    let name: String = Self.name(label) + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
    return figures.withLock { figures in
      if let figure: Figure = figures[name] { return figure }
      let figure = Figure()
      figures[name] = figure
      return figure
    }
  }

  /// A label of swift-metrics has dots, which Prometheus does not allow.
  private static func name(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private static func escaped(_ value: String) -> String {
    value.reduce(into: "") { text, character in
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    figure(label, dimensions)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    figure(label, dimensions)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    NOOPMetricsHandler.instance
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { NOOPMetricsHandler.instance }

  // A figure stays after what counted it has gone, because its readers compare it with earlier values.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
