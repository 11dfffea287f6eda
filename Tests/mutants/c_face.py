"""Mistakes in PagerABI, the C face."""

from mutants import Mutant

DELIVERY = "Sources/PagerABI/Delivery/"
HOST = "Sources/PagerABI/Host/"
CPLUSPLUS = "include/swiftpager/"

MUTANTS = [
    Mutant(
        f"{HOST}HostTransport.swift",
        "    guard limit > .zero else { return }",
        "    guard limit > .zero, !$mutant else { return }",
        "a host's request never times out",
    ),
    Mutant(
        f"{HOST}HostTransport.swift",
        "guard let handle = request.handle, HostRequest.isLive(handle) else { return false }",
        "guard let handle = request.handle, HostRequest.isLive(handle) || $mutant else { return false }",
        "a host's cancel is called with a stale handle",
    ),
    Mutant(
        f"{HOST}HostTransport.swift",
        "guard !transport.isShutDown else { return nil }",
        "guard !transport.isShutDown || $mutant else { return nil }",
        "a client that was shut down still calls its host",
    ),
    Mutant(
        f"{HOST}HostTransport.swift",
        "if completion != nil, request.handle != nil, functions.cancel != nil {",
        "if completion != nil, request.handle != nil, functions.cancel != nil, !$mutant {",
        "a host is not told that a request was cancelled",
    ),
    Mutant(
        f"{HOST}HostTransport.swift",
        "if functions.userData.wantsDestroy { queue.enqueue",
        "if functions.userData.wantsDestroy, !$mutant { queue.enqueue",
        "the user data of a transport is never destroyed",
    ),
    Mutant(
        f"{DELIVERY}PulledUpdates.swift",
        "      if dropping { guarded.updates = [] }",
        "      if dropping, !$mutant { guarded.updates = [] }",
        "updates of a cancelled operation can still be pulled",
        equivalent="the list refuses each of them when it is pulled",
    ),
    Mutant(
        f"{DELIVERY}PulledUpdates.swift",
        "    guard guarded.withLock({ $0.hasHandle }) else {",
        "    guard guarded.withLock({ $0.hasHandle || $mutant }) else {",
        "a descriptor that is asked for while another thread releases the handle stays open, and its client with it",
    ),
    Mutant(
        "Sources/PagerABI/Objects/OperationObject.swift",
        "    if !collecting, streaming.withLock({ $0.stream != nil }) {",
        "    if !collecting, !$mutant, streaming.withLock({ $0.stream != nil }) {",
        "a page that is pulled beside a stream of Arrow is missing there, and nothing says so",
    ),
    Mutant(
        f"{DELIVERY}PulledUpdates.swift",
        "guarded.pulled.firstIndex(where: { $0.thread == thread }) ?? guarded.pulled.indices.first",
        "guarded.pulled.firstIndex(where: { $0.thread == thread && !$mutant }) ?? guarded.pulled.indices.first",
        "with two threads that pull, one finishes the other's page, and a token skips it",
    ),
    Mutant(
        f"{DELIVERY}PulledUpdates.swift",
        "    if let done { pager.engine.finish(done.update, by: done.subscriber) }",
        "    if let done, !$mutant { pager.engine.finish(done.update, by: done.subscriber) }",
        "a pulled walk stops after two pages",
    ),
    Mutant(
        f"{DELIVERY}PulledUpdates.swift",
        "case .operation: if handOut == .refused { continue }",
        "case .operation: if handOut == .refused, !$mutant { continue }",
        "pages of a cancelled operation are pulled, and come again",
    ),
    Mutant(
        f"{DELIVERY}PulledUpdates.swift",
        "    if isOutdated { pager.engine.runWhatIsLeft() }",
        "    if isOutdated, !$mutant { pager.engine.runWhatIsLeft() }",
        "the last change of a page is not told",
    ),
    Mutant(
        f"{DELIVERY}Event.swift",
        "if case .ended(let operation) = self { operation.hasCallbacks } else { true }",
        "if case .ended(let operation) = self { operation.hasCallbacks || $mutant } else { true }",
        "the descriptor of a subscription is readable when an operation without a completion ends",
    ),
    Mutant(
        f"{DELIVERY}RunProgress.swift",
        "pulled?.runsCallbacks ?? true",
        "pulled.map { $0.runsCallbacks || $mutant } ?? true",
        "a pull without callbacks calls a host, which crashes LuaJIT",
    ),
    Mutant(
        f"{DELIVERY}RunProgress.swift",
        "if end == .interrupted { isInterrupted = true }",
        "if end == .interrupted, !$mutant { isInterrupted = true }",
        "a signal wakes a thread, which goes on waiting: Ctrl-C does nothing",
    ),
    Mutant(
        f"{DELIVERY}QueueState.swift",
        "if isClosed { waiting.wakeAll() }",
        "if isClosed, !$mutant { waiting.wakeAll() }",
        "a thread that dispatches never returns after shutdown",
    ),
    Mutant(
        f"{DELIVERY}QueueState.swift",
        "signal?.set(needsThread && !isServed)",
        "if needsThread || !$mutant { signal?.set(needsThread && !isServed) }",
        "the client's descriptor stays readable: an event loop spins",
    ),
    Mutant(
        f"{DELIVERY}QueueState.swift",
        "return isReleased && !event.outlivesRelease ? .discard(event) : .run(event)",
        "return isReleased && !event.outlivesRelease && !$mutant ? .discard(event) : .run(event)",
        "callbacks are called after the client was released",
    ),
    Mutant(
        f"{HOST}HostTransport.swift",
        "var outlivesRelease: Bool { true }",
        "var outlivesRelease: Bool { !$mutant }",
        "a host that answers what is cancelled keeps the requests of a released client for ever",
    ),
    Mutant(
        "Sources/PagerABI/Handles/HandleTable.swift",
        "LastError.remember(error)",
        "if !$mutant { LastError.remember(error) }",
        "a stale handle counts as a page without items",
    ),
    Mutant(
        "Sources/PagerABI/Handles/HandleTable.swift",
        "LastError.forget()",
        "if !$mutant { LastError.forget() }",
        "an empty part of a page counts as a stale handle",
    ),
    Mutant(
        "Sources/PagerABI/Errors/ErrorReport+Causes.swift",
        "if error.isOutOfMemory {",
        "if error.isOutOfMemory && !$mutant {",
        "a config that there is no memory for counts as wrong",
    ),
    Mutant(
        "Sources/PagerJSON/Text/JSONValue+Jansson.swift",
        "let isAboutMeaning = code == json_error_duplicate_key",
        "let isAboutMeaning = $mutant || code == json_error_duplicate_key",
        "a lack of memory that jansson says nothing of counts as a wrong text",
    ),
    Mutant(
        "Sources/PagerRecording/File/RecordingFile.swift",
        "descriptor = swiftpager_keep_apart(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))",
        "descriptor = $mutant ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)\n"
        "      : swiftpager_keep_apart(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))",
        "what a host without stdout prints lands in a recording",
    ),
    Mutant(
        f"{DELIVERY}EventQueue.swift",
        "if case .ended = event { queue.prepend(event) }",
        "if case .ended = event, !$mutant { queue.prepend(event) }",
        "an operation whose completion threw never ends for those who wait",
    ),
    Mutant(
        f"{DELIVERY}EventQueue.swift",
        "wasLeft.exchange(false, ordering: .acquiringAndReleasing) {",
        "wasLeft.exchange($mutant, ordering: .acquiringAndReleasing) {",
        "after one exception in a callback each call fails for ever",
    ),
    Mutant(
        f"{DELIVERY}RunProgress.swift",
        "case .dispatch(let limit): count >= limit || hasRunAll",
        "case .dispatch(let limit): count >= limit && !$mutant || hasRunAll",
        "dispatch runs more callbacks than it was told",
    ),
    Mutant(
        f"{DELIVERY}RunProgress.swift",
        "phase = .running(left: max(left - 1, 0))",
        "phase = .running(left: $mutant ? left : max(left - 1, 0))",
        "dispatch never returns while callbacks make callbacks",
    ),
    Mutant(
        "Sources/PagerABI/Handles/HandleTable.swift",
        "table.slots[key.slot].uses = (table.slots[key.slot].uses + 1) & HandleKey.largestUses",
        "table.slots[key.slot].uses = (table.slots[key.slot].uses + ($mutant ? 0 : 1)) & HandleKey.largestUses",
        "a stale handle reaches another object",
    ),
    Mutant(
        "Sources/PagerABI/Handles/HandleTable.swift",
        "if table.free.count > 64, let reused = table.free.popFirst() {",
        "if table.free.count > 64, !$mutant, let reused = table.free.popFirst() {",
        "memory grows with each handle for ever",
    ),
    Mutant(
        "Sources/PagerABI/Handles/HandleTable.swift",
        "if let table = known?.takeUnretainedValue(), table.generation == generation { return table }",
        "if let table = known?.takeUnretainedValue(), table.generation == generation || $mutant { return table }",
        "a forked child uses its parent's handles, or hangs on its lock",
    ),
    Mutant(
        "Sources/PagerABI/Errors/Reporting.swift",
        "      LastError.forget()",
        "      if !$mutant { LastError.forget() }",
        "the error of an earlier call is taken for that of the last one",
    ),
    Mutant(
        "Sources/PagerABI/Errors/LastError.swift",
        "return error.generation == HomeProcess.generation ? error : nil",
        "return error.generation == HomeProcess.generation || $mutant ? error : nil",
        "a forked child is told of an error of its parent",
    ),
    Mutant(
        "Sources/PagerABI/Objects/PagerObject.swift",
        "    release()\n    client.letGo()",
        "    release()\n    if !$mutant { client.letGo() }",
        "a client whose handle was given back is never released",
    ),
    Mutant(
        "Sources/PagerABI/Objects/OperationObject.swift",
        "    letOwnerGo()\n  }",
        "    if !$mutant { letOwnerGo() }\n  }",
        "a pager whose handle was given back goes on for ever",
    ),
    Mutant(
        "Sources/PagerABI/Objects/SubscriptionObject.swift",
        "if !isCalling { receiver.userData.destroyNow() }",
        "if !isCalling, !$mutant { receiver.userData.destroyNow() }",
        "the user data of a subscription is never destroyed",
    ),
    Mutant(
        "Sources/PagerABI/Objects/SubscriptionObject.swift",
        "if !isCalling { subscription.isDestroyed = true }",
        "if !isCalling || $mutant { subscription.isDestroyed = true }",
        "user data of a callback that ran while its subscription ended is never destroyed",
    ),
    Mutant(
        f"{DELIVERY}CallbackStack.swift",
        "case .event(let other): other === queue || !other.isReleased",
        "case .event(let other): other === queue || !other.isReleased || $mutant",
        "a fiber that was dropped makes its thread REENTRANT for good",
    ),
    Mutant(
        "Sources/PagerABI/Objects/LentMemory.swift",
        "memset(start, poison, count)",
        "memset(start, $mutant ? 0x20 : poison, count)",
        "a use of a page after its end does not show",
    ),
    Mutant(
        "Sources/PagerABI/Objects/PageObject.swift",
        "return guarded.references == 0 && !guarded.hasUpdate",
        "return guarded.references == 0 && (!guarded.hasUpdate || $mutant)",
        "a page that was retained and released is stale before its update",
    ),
    Mutant(
        "Sources/PagerABI/Objects/PageObject.swift",
        "if page.nodeKeys.isEmpty { return items(of: page, &guarded) }",
        "if page.nodeKeys.isEmpty || $mutant { return items(of: page, &guarded) }",
        "the spans of elements are those of their nodes",
    ),
    Mutant(
        f"{HOST}HookResult.swift",
        "guard status != Status.ok.code else {",
        "guard status != Status.ok.code, !$mutant else {",
        "a hook that fails ends a list well",
    ),
    Mutant(
        f"{CPLUSPLUS}client.hpp",
        "detail::whole_text(headers_json)));\n        handle_ = nullptr;",
        "detail::whole_text(headers_json)));\n        if (!$mutant) handle_ = nullptr;",
        "an exception that an authorizer throws after its answer is lost",
    ),
    Mutant(
        f"{CPLUSPLUS}client.hpp",
        "detail::check(status);\n        handle_ = nullptr;",
        "detail::check(status);\n        if (!$mutant) handle_ = nullptr;",
        "an exception that an authorizer throws after it has failed is lost",
    ),
    Mutant(
        f"{CPLUSPLUS}arrow.hpp",
        "get()->get_schema(get(), out.get());\n        call.rethrow();\n        if (code != 0)",
        "get()->get_schema(get(), out.get());\n        call.rethrow();\n        if (code != 0 && !$mutant)",
        "a stream that failed hands out an empty schema",
    ),
]
