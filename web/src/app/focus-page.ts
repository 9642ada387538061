/** Takes keyboard and screen reader to the heading of a page that has just opened. */
export function focusPage() {
  const page = globalThis.document
  const main = page.querySelector<HTMLElement>('main')
  // A page that begins with a field may have taken the focus there already.
  if (main?.contains(page.activeElement) && page.activeElement?.matches('input, textarea')) return
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
