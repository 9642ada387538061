/** Whether ⌘ is what Ctrl is elsewhere. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent)
