/// What is known of a column's type from the values seen so far: it starts as null and only ever widens.
///
/// - null, then anything: that.
/// - int64, then a number with a fraction: float64, but JSON text if one of the integers is beyond 2⁵³, where a double
///   has gaps. An integer that does not fit in a signed 64-bit integer is also JSON text.
/// - objects: the members of all of them. An object that has a key twice is JSON text, because a structure would lose a
///   value.
/// - anything else that is mixed, nested deeper than ``maximumDepth``, or of too many columns: JSON text.
final class Inference {
  enum State {
    case null
    case bool
    case int64
    case float64
    case string
    case json
    case list(Inference)
    case structure
  }

  private(set) var state = State.null
  /// Whether an integer beyond 2⁵³ was seen.
  var hasLarge = false
  /// The members of a structure, in the order of their first appearance.
  private(set) var members: [Member] = []

  /// A member of a structure.
  final class Member {
    let key: [UInt8]
    let value = Inference()
    /// The last object that had the key.
    var lastSeen = 0

    init(key: [UInt8]) {
      self.key = key
    }
  }

  /// How many objects there were.
  private var objectCount = 0

  /// How many lists and objects may be nested in a row.
  static let maximumDepth = 32
  /// How many different keys the objects of one column may have.
  static let maximumMembers = 1_024

  /// Widens the type so that it holds the value, too.
  func absorb(_ token: UInt32, in table: TokenTable, depth: Int = 0, _ budget: ColumnBudget) {
    if case .json = state { return }
    switch table.byte(token) {
    case UInt8(ascii: "n"): break
    case UInt8(ascii: "t"), UInt8(ascii: "f"): absorbScalar(.bool)
    case UInt8(ascii: "\""): absorbScalar(.string)
    case UInt8(ascii: "["): absorbList(token, in: table, depth: depth, budget)
    case UInt8(ascii: "{"): absorbObject(token, in: table, depth: depth, budget)
    default: absorbNumber(token, in: table)
    }
  }

  private func absorbScalar(_ scalar: State) {
    switch (state, scalar) {
    case (.null, _): state = scalar
    case (.bool, .bool), (.string, .string), (.int64, .int64), (.float64, .float64): break
    case (.int64, .float64) where !hasLarge, (.float64, .int64) where !hasLarge: state = .float64
    default: becomeText()
    }
  }

  private func absorbNumber(_ token: UInt32, in table: TokenTable) {
    let (type, bits) = table.number(token)
    switch type {
    case NumberType.signed:
      if Int64(bitPattern: bits).magnitude > largestExactInteger { hasLarge = true }
      absorbScalar(.int64)
    case NumberType.unsigned: becomeText()
    default: absorbScalar(.float64)
    }
  }

  private func absorbList(_ token: UInt32, in table: TokenTable, depth: Int, _ budget: ColumnBudget) {
    if case .null = state, depth < Self.maximumDepth, budget.spend() { state = .list(Inference()) }
    guard case .list(let element) = state else { return becomeText() }
    let closing = table.closing(token)
    var next = token + 1
    while next < closing {
      element.absorb(next, in: table, depth: depth + 1, budget)
      next = table.end(next)
    }
  }

  private func absorbObject(_ token: UInt32, in table: TokenTable, depth: Int, _ budget: ColumnBudget) {
    if case .null = state, depth < Self.maximumDepth { state = .structure }
    guard case .structure = state else { return becomeText() }
    objectCount += 1
    let closing = table.closing(token)
    var key = token + 1
    var expected = 0
    while key < closing {
      guard let index = position(of: table.string(key), expected: expected, budget) else { return becomeText() }
      let member = members[index]
      guard member.lastSeen < objectCount else { return becomeText() }
      member.lastSeen = objectCount
      member.value.absorb(key + 1, in: table, depth: depth + 1, budget)
      expected = index + 1
      key = table.end(key + 1)
    }
  }

  /// The position of a key's member, which is added if there is none; nil if the key cannot be a member.
  private func position(of key: UnsafeBufferPointer<UInt8>, expected: Int, _ budget: ColumnBudget) -> Int? {
    if expected < members.count, members[expected].key.elementsEqual(key) { return expected }
    if let index = members.firstIndex(where: { $0.key.count == key.count && $0.key.elementsEqual(key) }) {
      return index
    }
    // Arrow ends a name with a NUL, so a key that contains one cannot be a name.
    guard members.count < Self.maximumMembers, !key.contains(0), budget.spend() else { return nil }
    members.append(Member(key: Array(key)))
    return members.count - 1
  }

  private func becomeText() {
    state = .json
    members = []
  }
}

/// The number of columns that rows may have in all. Each column costs memory for every row, and a server decides how
/// many keys it sends.
final class ColumnBudget {
  static let maximum = 4_096

  private(set) var left = ColumnBudget.maximum

  /// Takes one column; false if none is left.
  func spend() -> Bool {
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}

extension Inference {
  /// The type of a column that holds all of the values.
  var type: ColumnType {
    switch state {
    case .null: .null
    case .bool: .bool
    case .int64: .int64
    case .float64: .float64
    case .string: .string
    case .json: .json
    case .list(let element): .list(element.type)
    case .structure where members.isEmpty: .emptyObject
    case .structure: .structure(StructureType(fields: fields, isSelection: false))
    }
  }

  /// The fields of a structure.
  var fields: [ColumnField] {
    members.map { ColumnField(name: String(decoding: $0.key, as: UTF8.self), type: $0.value.type) }
  }
}
