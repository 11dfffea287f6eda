// Search without a server. Browsers do not start a worker from a file, so a hidden frame takes its place there: it
// runs the worker's script, and messages pass between the two. The theme's own script knows it by this name.
class IFrameWorker extends EventTarget {
  constructor(url) {
    super()
    this.frame = document.createElement("iframe")
    this.frame.hidden = true
    document.body.append(this.frame)
    const inside = this.frame.contentWindow
    inside.document.open()
    inside.document.write("<!doctype html><body>")
    inside.document.close()
    inside.postMessage = data => {
      const event = new MessageEvent("message", { data })
      this.dispatchEvent(event)
      this.onmessage?.(event)
    }
    const load = address => new Promise((done, fail) => {
      const script = inside.document.createElement("script")
      script.src = address
      script.onload = done
      script.onerror = fail
      inside.document.body.append(script)
    })
    inside.importScripts = (...addresses) => addresses.reduce((before, next) => before.then(() => load(next)), Promise.resolve())
    this.isReady = load(url)
  }

  postMessage(data) {
    const inside = this.frame.contentWindow
    this.isReady.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })))
  }

  terminate() {
    this.frame.remove()
  }
}

window.IFrameWorker = IFrameWorker
if (location.protocol === "file:") window.Worker = IFrameWorker
