import PagerBytes
import PagerJSON

/// Makes one layer from many. If queries and writers keep adding different fields of a record, reading it would
/// otherwise take longer and longer.
enum LayerFusion {
  /// What can be read of the layers, the newest first; nil if memory is out.
  static func layer(_ layers: [Layer], _ table: RecordTable) -> Layer? {
    var text = [UInt8(ascii: "{")]
    RecordText.appendFields(of: RecordView.many(layers).objects, table, to: &text)
    text.append(UInt8(ascii: "}"))
    guard let bytes = text.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }),
      let oldest = layers.map(\.chunk.received).min(), let newest = layers.map(\.chunk.write).max()
    else { return nil }
    return try? SpareReader.use { reader throws(JSONReadError) in
      try reader.read(bytes) { root in
        var reader = RecordReader(SlotBuilder(), into: table, of: "", isOwnText: true)
        guard let record = try? reader.record(root) else { return nil }
        return Layer(chunk: Chunk(bytes, received: oldest, write: newest, reader.takeContent()), slot: record.object)
      }
    }
  }
}
