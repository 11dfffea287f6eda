import PagerBytes
import PagerJSON
import TestSupport

/// Reads a text with a reader of its own.
func read<R>(_ text: String, _ body: (JSONNode) throws(JSONReadError) -> R) throws(JSONReadError) -> R {
  try JSONReader().read(ReceivedBytes.copying(text.utf8), body)
}

/// The text at a node's range.
func rawText(_ node: JSONNode, in text: String) -> String {
  String(decoding: Array(text.utf8)[node.range], as: UTF8.self)
}

/// Reads a text with a reader of its own, and decodes its value.
func decode<T: Decodable>(
  _ type: T.Type, from bytes: ReceivedBytes, userInfo: [CodingUserInfoKey: any Sendable] = [:]
) throws -> T {
  try JSONReader().read(bytes) { node in
    Result { try JSONDecoding.decode(type, from: node, userInfo: userInfo) }
  }.get()
}

/// A page as a GraphQL server sends it, in small.
let samplePage = #"""
  {"data": {"products": {
    "edges": [
      {"cursor": "b2Zmc2V0OjA=",
       "node": {"id": "1", "name": "Gl\u00fchbirne \"E27\"", "price": 4.95e0, "inStock": true}},
      {"cursor": "b2Zmc2V0OjE=", "node": {"id": "2", "name": "Löffel 🥄", "price": -0.5, "inStock": false}}
    ],
    "pageInfo": {"hasNextPage": true, "endCursor": null}
  }}, "extensions": {"empty": [{}, [], ""], "big": 9223372036854775807}}
  """#
