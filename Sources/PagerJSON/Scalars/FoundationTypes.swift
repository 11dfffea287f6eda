/// The types of Foundation that conform to ``PlainScalar`` once `SwiftPagerFoundation` is a part of the program.
///
/// This module does not import Foundation. It finds the types by their names, once, if the program has them.
enum FoundationTypes {
  private static let modules = ["10Foundation", "20FoundationEssentials"]
  private static let names = ["4DateV", "4DataV", "3URLV", "7DecimalV"]
  /// Empty in a program without Foundation.
  private static let types = modules.flatMap { module in
    names.compactMap { _typeByName(module + $0).map { ObjectIdentifier($0) } }
  }

  /// Whether a type is one of them. Decoding asks for each object of a page.
  static func contain(_ type: Any.Type) -> Bool { types.contains(ObjectIdentifier(type)) }

  /// Why a value cannot be written or read in this program.
  static func unknown(_ type: Any.Type) -> String {
    "\(type) is a type of Foundation: import SwiftPagerFoundation, which writes and reads it as JSONEncoder does"
  }
}

extension SlotEncoder {
  /// Writes a value into the slot: as a server expects it, if it is of a type of Foundation.
  func write<Value: Encodable>(_ value: Value) throws {
    guard case .forServers(let dates) = coding, FoundationTypes.contain(Value.self) else {
      return try value.encode(to: self)
    }
    guard let scalar = value as? any PlainScalar else { throw invalid(value, FoundationTypes.unknown(Value.self)) }
    do throws(ScalarFault) {
      slot.set(try scalar.plain(dates: dates))
    } catch {
      throw invalid(value, error.message)
    }
  }

  private func invalid(_ value: Any, _ description: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: description))
  }
}

extension NodeDecoder {
  /// Reads a value: as a server writes it, if it is of a type of Foundation.
  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard FoundationTypes.contain(type), case .forServers(let dates) = session.coding else {
      return try Value(from: self)
    }
    try session.checkReadable()
    guard let scalar = type as? any PlainScalar.Type else { throw corrupted(FoundationTypes.unknown(type)) }
    if node.isNull { throw session.mismatch(type, expected: "a value", at: node) }
    do throws(ScalarFault) {
      if let value = try scalar.reading(node.scalar, dates: dates) as? Value { return value }
    } catch {
      throw corrupted(error.message)
    }
    throw corrupted("the value is not of the type \(type)")
  }

  private func corrupted(_ description: String) -> DecodingError {
    .dataCorrupted(session.context(description, at: node))
  }
}

extension JSONNode {
  fileprivate var scalar: JSONScalar {
    switch kind {
    case .string: .string(string ?? "")
    case .number: .number(String(decoding: rawText, as: UTF8.self))
    case .object, .array, .bool, .null: .other(kind.phrase)
    }
  }
}
