package import PagerClient
package import PagerState

/// Functions of the host that say what a page tells of its list.
package protocol PageHooks: Sendable {
  /// Has work run where such functions may be called.
  ///
  /// - Parameter whenLeft: runs instead of the rest of the work, where a function was left without returning.
  func enqueue(_ work: @escaping @Sendable () -> Void, whenLeft: @escaping @Sendable () -> Void)

  /// Calls the functions for a page.
  ///
  /// - Parameter isWanted: asked before each of them.
  /// - Returns: the page with what they say in it.
  func read(
    _ page: ConnectionPage, to request: PageRequest, isWanted: () -> Bool
  ) throws(ClientError) -> ConnectionPage
}

extension PagerEngine<DocumentPagerTypes> {
  /// Makes a pager of a client, whose pages go through functions of the host.
  package convenience init(
    client: GraphQLClient, plan: DocumentPlan, retention: PageRetention, hooks: any PageHooks
  ) {
    self.init(
      initialRequest: plan.initialRequest, toward: plan.initialRequest.end, retention: retention,
      loader: HookedPageLoader(
        client: client, reader: DocumentPageReader(responses: client.responses, plan: plan), hooks: hooks))
  }
}

/// Loads raw pages. An answer is read where it arrives; then the host's functions say what it means, elsewhere.
private struct HookedPageLoader: PageLoader {
  let client: GraphQLClient
  let reader: DocumentPageReader
  let hooks: any PageHooks

  func prepare(
    _ request: PageRequest, _ load: LoadID, for engine: PagerEngine<DocumentPagerTypes>
  ) -> any PageExecution {
    client.prepare({ [reader] in try reader.body(of: request) }) { [reader, hooks] event in
      do {
        switch event {
        case .answered(let response):
          let page = try reader.page(in: response, to: request)
          hooks.enqueue {
            Self.conclude(page, to: request, load, engine, hooks)
          } whenLeft: {
            engine.fail(load, .hook(message: "a hook was left without returning"))
          }
        case .failed(let error):
          throw error
        }
      } catch {
        engine.fail(load, reader.failure(error))
      }
    }
  }

  private static func conclude(
    _ page: ConnectionPage, to request: PageRequest, _ load: LoadID, _ engine: PagerEngine<DocumentPagerTypes>,
    _ hooks: any PageHooks
  ) {
    // A page that is not wanted any more is not looked at: that runs a host's code.
    let isWanted = { engine.read { $0.isLoading(load) } }
    guard isWanted() else { return }
    do throws(ClientError) {
      let read = try hooks.read(page, to: request, isWanted: isWanted)
      guard engine.place(read, of: load) != nil else { return }
      engine.conclude(load, read.inspection)
    } catch {
      engine.fail(load, error)
    }
  }
}
