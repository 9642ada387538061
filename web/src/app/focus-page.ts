const LONGEST_WAIT_MS = 10_000

let stopWaiting: (() => void) | undefined

/** Takes keyboard and screen reader to the heading of a page that has just opened. */
export function focusPage() {
  stopWaiting?.()
  const page = globalThis.document
  const main = page.querySelector('main')
  const { activeElement: at } = page
  // A page that begins with a field may have taken the focus there already; and who opened the search meanwhile types.
  const isTaken = main?.contains(at) ? at?.matches('input, textarea') : at?.closest('[role=dialog]')
  if (!main || isTaken) return
  if (focusHeading(main)) return
  focus(main)
  waitForHeading(main)
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  if (heading) focus(heading)
  return heading !== null
}

/** Goes on to the heading once it is there, unless the person has moved on by then. */
function waitForHeading(main: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (globalThis.document.activeElement !== main || focusHeading(main)) stopWaiting?.()
  })
  const timer = setTimeout(() => stopWaiting?.(), LONGEST_WAIT_MS)
  stopWaiting = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(main, { childList: true, subtree: true })
}

function focus(element: HTMLElement) {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
