import PagerClient
import PagerJSON
import PagerLists
import PagerState

/// The config of a pager.
struct PagerConfig {
  let plan: CurrentPlan
  /// The document of the first page, as the config gives it.
  let document: PagedDocument
  let retention: PageRetention
  let walk: Walk
  let policies: LoadPolicies
  /// Where the list continues; nil: it begins.
  let position: ListPosition?

  /// - Parameters:
  ///   - query: the document as a separate argument; the config must then have none.
  ///   - variables: an object with the variables, likewise.
  ///   - hasCache: whether the pager's client has one.
  ///   - endpoint: the client's endpoint.
  ///   - hooks: the functions that read its pages; nil if the config says it all.
  ///   - known: what the client's pagers had last. What this one has in common with others is kept there.
  @inline(never)
  init(
    _ text: String, query: String? = nil, hasCache: Bool = false, endpoint: String, hooks: HookFunctions? = nil,
    known: KnownConfigs
  ) throws(ErrorReport) {
    let variables = try ConfigVariables(in: text)
    let texts = hooks == nil ? [variables.outline] + (query.map { [$0] } ?? []) : []
    let settings: PagerSettings
    if let shared = known.settings(for: texts) {
      settings = shared
    } else {
      settings = try PagerSettings(variables.rest, query: query, hasCache: hasCache, hooks: hooks)
    }
    let documents = settings.documents(variables)
    (document, retention) = (documents.first, settings.retention)
    policies = settings.policies
    plan = try Self.plan(settings, documents, hooks, known.queries)
    var walk = settings.walk
    (walk.requiresTotal, walk.comparesTotal) = (plan.requiresTotal, plan.comparesTotal)
    self.walk = walk
    position = try Self.position(settings, documents, plan, at: endpoint, hooks)
    if hooks == nil, settings.mayBeShared { known.keep(settings, for: texts) }
  }

  // Callers may have a small stack, and a query's depth adds to the stack of a plan. The functions that read the
  // settings, make the plan and find the position are not inlined, so that each one frees its part of the stack.

  @inline(never)
  private static func plan(
    _ settings: PagerSettings, _ documents: PagerDocuments, _ hooks: HookFunctions?, _ queries: KnownQueries
  ) throws(ErrorReport) -> CurrentPlan {
    let plan: CurrentPlan
    do {
      let since = try settings.since.settings()
      if since != nil, hooks?.extracts == true || hooks?.resolves == true { throw Self.sinceWithHooks }
      plan =
        hooks?.extracts == true
        ? try planReadByHook(settings, documents, resolves: hooks?.resolves == true, queries)
        : try CurrentPlan.make(
          documents.first, further: documents.further, settings.rules(finding: hooks?.resolves != true),
          nested: settings.nested, since: since, errors: settings.errorRule, kept: settings.keptList, queries)
    } catch let error as DocumentPlanError {
      throw ErrorReport(error)
    } catch let error as ErrorReport {
      throw error
    } catch {
      throw ErrorReport(.internal, "\(error)")
    }
    if settings.rules.scrolls == true, hooks?.resolves == true {
      throw ErrorReport(
        .invalidConfig,
        "the hook resolve_page makes each request, so the library does not know which of them move the list: leave "
          + "`cursor` out",
        path: JSONPointer(tokens: ["pagination", "cursor"]))
    }
    if plan.opening.plan.concurrency > 1, hooks?.resolves == true {
      throw ErrorReport(
        .invalidConfig,
        "the hook resolve_page makes each request from the page before it, so requests cannot be sent ahead: leave "
          + "`concurrency` out",
        path: JSONPointer(tokens: ["pagination", "concurrency"]))
    }
    return plan
  }

  @inline(never)
  private static func planReadByHook(
    _ settings: PagerSettings, _ documents: PagerDocuments, resolves: Bool, _ queries: KnownQueries
  ) throws -> CurrentPlan {
    if documents.further != nil { throw withHook("next_query", "resolve_page makes further requests: leave it out") }
    if settings.rules.decidesWhatFollows { throw withHook("pagination", "the rules are the hook's: leave them out") }
    var plan = try DocumentPlan(
      readByHook: documents.first, resolves: resolves, nested: settings.nested, settings.rules, queries)
    plan.errorRule = settings.errorRule
    return CurrentPlan(plan)
  }

  @inline(never)
  private static var sinceWithHooks: ErrorReport {
    ErrorReport(
      .invalidConfig,
      "the hooks extract_page_info and resolve_page decide what is asked for, so the list cannot be read since a mark: "
        + "leave `since` out", path: JSONPointer(tokens: ["since"]))
  }

  @inline(never)
  private static func position(
    _ settings: PagerSettings, _ documents: PagerDocuments, _ current: CurrentPlan, at endpoint: String,
    _ hooks: HookFunctions?
  ) throws(ErrorReport) -> ListPosition? {
    let plan = current.opening.plan
    let checkpoint = settings.since.checkpoint
    do throws(ResumeTokenError) {
      try checkpoint?.check(plan.identity.signature(at: endpoint))
      guard let token = settings.token ?? checkpoint?.token else { return nil }
      let resolve = hooks.flatMap { $0.resolving(documents.first, listAt: plan.first.shape) }
      var position = try plan.position(of: token, at: endpoint, resolve)
      position.restartsIfRefused = checkpoint != nil && settings.since.restartsIfRefused
      return position
    } catch {
      switch error {
      case .hook, .outOfMemory: throw ErrorReport(error)
      case .pageInfoIsNotCodable, .tooLong, .unusable, .movesOn: break
      }
      let key = checkpoint == nil ? "resume" : "checkpoint"
      throw ErrorReport(.invalidConfig, error.message, path: JSONPointer(tokens: [key]))
    }
  }

  private static func withHook(_ key: String, _ message: String) -> ErrorReport {
    ErrorReport(
      .invalidConfig, "with the hook extract_page_info, \(message)", path: JSONPointer(tokens: [key]))
  }
}
