import PagerBytes

/// The responses of one operation that the cache can return as they came, as long as none of their records has changed
/// and the records keep their bytes.
struct KeptResponses {
  private struct Response {
    weak var chunk: Chunk?
    let content: PageContent
  }

  private var responses: [[String: String]: Response] = [:]
  /// The number of responses at which to remove those whose bytes are gone.
  private var limit = 64

  /// - Parameter variables: the variables of the request, as canonical texts.
  mutating func keep(_ chunk: Chunk, _ content: PageContent, of variables: [String: String]) {
    responses[variables] = Response(chunk: chunk, content: content)
    guard responses.count >= limit else { return }
    responses = responses.filter { $0.value.chunk != nil }
    limit = max(64, responses.count * 2)
  }

  /// The response to a request; nil if it may be another one by now.
  func answer(to variables: [String: String], _ table: RecordTable) -> CachedAnswer? {
    guard let response = responses[variables], let chunk = response.chunk,
      response.content.reclaims == table.reclaims
    else { return nil }
    for record in response.content.shown {
      guard table.has(record.index), !table.hasChanged(record.index, since: response.content.changes) else {
        return nil
      }
    }
    for record in response.content.shown { table.use(record.index) }
    var content = response.content
    content.conflicts = []
    return CachedAnswer(bytes: chunk.bytes, content: content)
  }
}
