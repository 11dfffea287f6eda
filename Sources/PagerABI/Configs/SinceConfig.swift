import PagerJSON
import PagerLists
import PagerSyntax

/// What a pager's config says about the items that are new, as its keys `since` and `checkpoint` give it. A class,
/// because a caller's stack may be small.
final class SinceConfig: Sendable {
  private let rule: SinceRule?
  private let value: SinceValue?
  private let variable: SinceVariable?
  /// Whether a token that the server refuses is dropped.
  let restartsIfRefused: Bool
  let checkpoint: SinceCheckpoint?

  /// Whether another pager's list may be read since the same mark: it has none.
  var mayBeShared: Bool { value == nil && checkpoint == nil }

  @inline(never)
  init(reading reader: inout ConfigReader, isResumed: Bool) throws(ErrorReport) {
    let given = try reader.object("since") { since throws(ErrorReport) in try SinceKeys(reading: &since) }
    (rule, value, variable) = (given?.rule, given?.value, given?.variable)
    restartsIfRefused = given?.restartsIfRefused ?? true
    guard let text = try reader.token("checkpoint", "a checkpoint") else {
      checkpoint = nil
      return
    }
    if isResumed {
      throw Self.refusal("checkpoint", "a checkpoint has a resume token of its own: leave out `checkpoint` or `resume`")
    }
    do throws(ResumeTokenError) {
      checkpoint = try SinceCheckpoint(text)
    } catch {
      throw error == .outOfMemory ? ErrorReport(error) : Self.refusal("checkpoint", error.message)
    }
  }

  /// What the plan needs; nil without `since`.
  ///
  /// - Throws: `INVALID_CONFIG` if the checkpoint belongs to another value.
  @inline(never)
  func settings() throws(ErrorReport) -> SinceSettings? {
    guard let rule else {
      guard checkpoint?.hasMark ?? false else { return nil }
      throw Self.refusal("checkpoint", "the checkpoint is of a list with `since`: give the same `since` again")
    }
    do throws(ResumeTokenError) {
      var start = try checkpoint?.start(of: rule) ?? SinceStart()
      start.mark = start.mark ?? value
      return SinceSettings(rule, from: start, variable: variable)
    } catch {
      throw error == .outOfMemory ? ErrorReport(error) : Self.refusal("checkpoint", error.message)
    }
  }

  private static func refusal(_ key: String, _ message: String) -> ErrorReport {
    ErrorReport(.invalidConfig, message, path: JSONPointer(tokens: [key]))
  }
}

/// The keys of `since`.
private struct SinceKeys {
  let rule: SinceRule
  let value: SinceValue?
  let variable: SinceVariable?
  let restartsIfRefused: Bool

  init(reading reader: inout ConfigReader) throws(ErrorReport) {
    guard let path = try reader.pointer("path") else {
      throw Self.refusal(
        reader, "path", "`path` is missing: name the place of the value in an item, like \"/updatedAt\"")
    }
    let type =
      try reader.choice("type", ["time": SinceType.time, "integer": .integer, "text": .text]) ?? .time
    let order =
      try reader.choice(
        "order", ["descending": SinceOrder.descending, "ascending": .ascending, "filtered": .filtered])
    guard let order else {
      throw Self.refusal(
        reader, "order",
        "`order` is missing: say whether the list has the newest items first (\"descending\"), last (\"ascending\"), "
          + "or only items from a value on (\"filtered\")")
    }
    let lag = try SinceLag(reading: &reader, type)
    let tolerance = try reader.object("tolerate") { tolerate throws(ErrorReport) in
      try Self.tolerance(&tolerate, type)
    }
    if let tolerance, tolerance != .none, order == .filtered {
      throw Self.refusal(reader, "tolerate", "a filtered list may have any order: leave `tolerate` out")
    }
    let missing = try reader.choice("on_missing", ["error": SinceMissing.error, "deliver": .deliver, "skip": .skip])
    let acceptsUnreached = try reader.choice("unreached", ["error": false, "accept": true])
    rule = SinceRule(
      path: path, type: type, order: order, lag: lag.distance, lagShrinks: lag.shrinks,
      tolerance: tolerance ?? .none, missing: missing ?? .error, acceptsUnreached: acceptsUnreached ?? false)
    value = try reader.read("value", rule.expected) { SinceValue($0, as: type) }
    let name = try reader.string("variable")
    let template = try reader.string("template")
    if template != nil, name == nil {
      throw Self.refusal(reader, "template", "a template needs a `variable` that takes its text")
    }
    do throws(DocumentPlanError) {
      variable = try name.map { name throws(DocumentPlanError) in try SinceVariable(name, template: template) }
    } catch {
      throw ErrorReport(error)
    }
    restartsIfRefused = try reader.choice("expired", ["restart": true, "fail": false]) ?? true
  }

  private static func tolerance(
    _ reader: inout ConfigReader, _ type: SinceType
  ) throws(ErrorReport) -> SinceTolerance {
    let items = try reader.integer("items", in: 0...10_000)
    let milliseconds = try reader.integer("ms", in: 0...1_000_000_000_000_000)
    switch (items, milliseconds) {
    case (nil, nil): return .none
    case (let items?, nil): return items == 0 ? .none : .items(items)
    case (nil, let milliseconds?):
      guard type == .time else {
        throw refusal(reader, "ms", "`ms` belongs to the type \"time\": use `items`")
      }
      return milliseconds == 0 ? .none : .distance(Int64(milliseconds))
    case (.some, .some):
      throw refusal(reader, "ms", "`items` and `ms` are two ways to say one thing: leave one of them out")
    }
  }

  fileprivate static func refusal(_ reader: ConfigReader, _ key: String, _ message: String) -> ErrorReport {
    ErrorReport(.invalidConfig, message, path: reader.path.appending(key))
  }
}

/// The keys of `since` about the lag.
private struct SinceLag {
  let distance: Int64
  let shrinks: Bool

  init(reading reader: inout ConfigReader, _ type: SinceType) throws(ErrorReport) {
    let longest: Int64 = 1_000_000_000_000_000
    let milliseconds = try reader.integer("lag_ms", in: 0...longest)
    let number = try reader.integer("lag", in: 0...Int64.max)
    let shrinking = try reader.integer("shrinking_lag_ms", in: 0...longest)
    if milliseconds != nil, type != .time {
      throw SinceKeys.refusal(
        reader, "lag_ms", "`lag_ms` belongs to the type \"time\"\(type == .integer ? ": use `lag`" : "")")
    }
    if number != nil, type != .integer {
      throw SinceKeys.refusal(
        reader, "lag", "`lag` belongs to the type \"integer\"\(type == .time ? ": use `lag_ms`" : "")")
    }
    if shrinking != nil, type == .text {
      throw SinceKeys.refusal(
        reader, "shrinking_lag_ms",
        "`shrinking_lag_ms` belongs to the types \"time\" and \"integer\": texts have no lag")
    }
    if shrinking != nil, milliseconds != nil || number != nil {
      throw SinceKeys.refusal(
        reader, "shrinking_lag_ms",
        "a lag shrinks, or it does not: leave out `\(milliseconds != nil ? "lag_ms" : "lag")` or `shrinking_lag_ms`")
    }
    distance = Int64(shrinking ?? milliseconds ?? number ?? 0)
    shrinks = shrinking != nil
  }
}
