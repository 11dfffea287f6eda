import PagerClient

/// The requested page, the requests that leave together with its own, and the requests that turned out to be useless.
struct PageAmongOthers: PageExecution {
  let own: HeldExecution
  var further: [HeldExecution] = []
  var unwanted: [HeldExecution] = []
  let report: Execution.Report
  let place: ReadingPlace

  /// Requests leave before an answer that is there already is read.
  func start() {
    for execution in unwanted { execution.giveUp() }
    own.start()
    for execution in further { execution.start() }
    own.tell(report, at: place)
  }

  func giveUp() {
    own.giveUp()
  }

  var wait: RequestWait? { own.wait }
}

/// Requests whose answers are not wanted any more.
struct UnwantedPages: PageExecution {
  let executions: [HeldExecution]

  func start() {}

  func giveUp() {
    for execution in executions { execution.giveUp() }
  }
}
