import type { WriteStream } from 'node:tty'

/** A line that tells how far it is, where somebody watches; logs get none. */
export function progressLine(terminal: WriteStream) {
  let shown = false
  const clear = () => {
    if (shown) terminal.write('\r\x1b[K')
    shown = false
  }
  const show = (text: string) => {
    if (!terminal.isTTY) return
    terminal.write(`\r\x1b[K${text}`)
    shown = true
  }
  return { show, clear }
}
