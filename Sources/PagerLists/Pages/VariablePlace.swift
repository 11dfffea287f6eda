import PagerJSON
import PagerSyntax

/// A place inside a variable's value that takes a cursor, a size, an offset or the number of a page. A config names it
/// by a pointer that begins with the variable: `/paging/after` is the member `after` of `$paging`.
///
/// Wherever the name of a variable may stand, the pointer may stand, too. Only what writes or reads values tells them
/// apart.
struct VariablePlace {
  /// The pointer, as the config has it.
  let name: String
  let variable: String
  let tokens: [String]

  /// Nil for the name of a whole variable.
  init?(_ name: String) {
    guard name.hasPrefix("/"), let tokens = try? JSONPointer(parsing: name).tokens, let variable = tokens.first else {
      return nil
    }
    (self.name, self.variable, self.tokens) = (name, variable, Array(tokens.dropFirst()))
  }
}

extension Sequence<VariablePlace> {
  /// What a variable's value becomes with these values in the places; a place without a value is left out.
  func value(
    of variable: String, _ base: RawJSON?, with values: [String: VariableValue] = [:]
  ) throws(ValueTemplate.Misfit) -> RawJSON {
    var given: [VariableValue] = []
    let places = filter { $0.variable == variable }.map { place in
      values[place.name].map { value in
        given.append(value)
        return ValueTemplate.Place(tokens: place.tokens, key: given.count - 1)
      } ?? ValueTemplate.Place(tokens: place.tokens, key: nil)
    }
    let template = try ValueTemplate(variable, base, places)
    return template.constant ?? template.setting(given).value.json
  }
}

extension ParsedDocument {
  /// The value that the config gives for a variable, or for a place inside one; nil if it gives none.
  func given(_ name: String) throws(DocumentPlanError) -> RawJSON? {
    guard let place = VariablePlace(name) else { return variables[name] }
    guard let value = variables[place.variable] else { return nil }
    return try read(value, of: place.variable) { node throws(JSONReadError) in
      try node.uniqueNode(at: JSONPointer(tokens: place.tokens)).map { RawJSON($0) }
    }
  }

  /// Sets a variable, or a place inside one; nil: leaves it out.
  func set(
    _ name: String, to value: RawJSON?, in constants: inout [String: RawJSON]
  ) throws(DocumentPlanError) {
    guard let place = VariablePlace(name) else {
      constants[name] = value
      return
    }
    if value == nil, constants[place.variable] == nil { return }
    do {
      let values = try value.map { value throws(JSONReadError) in [name: try VariableValue(value)] } ?? [:]
      constants[place.variable] = try [place].value(of: place.variable, constants[place.variable], with: values)
    } catch let misfit as ValueTemplate.Misfit {
      throw config.error(inVariable: place.variable, misfit.message)
    } catch {
      throw config.error(inVariable: place.variable, "\(error)")
    }
  }

  /// Refuses a pointer that does not lead into a variable of the operation.
  func checkPlace(_ name: String, as key: String) throws(DocumentPlanError) {
    let place: VariablePlace
    do throws(JSONPointerError) {
      guard let read = VariablePlace(try JSONPointer(parsing: name).description) else { return }
      place = read
    } catch {
      throw config.error(inNames: key, error.message)
    }
    guard place.tokens.count < ValueTemplate.deepestPlace else {
      throw config.error(
        inNames: key,
        "the place has \(place.tokens.count + 1) steps, and may have at most \(ValueTemplate.deepestPlace)")
    }
    guard let declaration = declaration(of: place.variable) else {
      throw config.error(inNames: key, definition.refusal(ofVariable: place.variable), at: definition.position)
    }
    guard variables[place.variable] == nil, declaration.defaultValue.map({ $0.kind != .null }) ?? false else {
      var probe = variables
      return try set(name, to: .null, in: &probe)
    }
    throw config.error(
      inNames: key,
      "the document has a default for `$\(place.variable)`, and a value with `\(key)` in it would take its place: "
        + "give the default among the `variables`", at: declaration.position)
  }
}
