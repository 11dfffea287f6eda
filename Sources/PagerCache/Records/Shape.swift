/// The keys of an object's fields, in the order of its slots: shared by all objects of one selection.
final class Shape: Sendable {
  /// Of a record that is one field.
  static let none = Shape([])

  let names: [String]
  /// Whether a field is present under several aliases, which may select different parts of its objects.
  let hasDuplicates: Bool

  /// The places of the fields, if there are many.
  private let places: [String: Int]

  init(_ names: [String]) {
    self.names = names
    places = names.count < 32 ? [:] : Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    hasDuplicates = Set(names).count < names.count
  }

  /// The place of a field; nil if objects of this shape do not have it.
  ///
  /// - Parameter guess: its place in objects that the same selection wrote.
  func index(of name: String, guess: Int) -> Int? {
    if guess < names.count, names[guess] == name { return guess }
    return places.isEmpty ? names.firstIndex(of: name) : places[name]
  }
}
