import type { Terminal } from './command.ts'

/** A line that tells how far it is, where somebody watches; logs get none. */
export function progressLine({ errors }: Terminal) {
  let shown = false
  const clear = () => {
    if (shown) errors.write('\r\x1b[K')
    shown = false
  }
  const show = (text: string) => {
    if (!errors.isTTY) return
    errors.write(`\r\x1b[K${text}`)
    shown = true
  }
  return { show, clear }
}
