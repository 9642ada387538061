import { useCallback, useRef, useState } from 'react'

/** Which option of the list the keyboard is on, while the focus stays in the box. */
export function useActiveOption(text: string) {
  const [options, setOptions] = useState<string[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  /** The same as `options`, without waiting for the next render: a key may come before it. */
  const latest = useRef<string[]>([])
  /** Enter was pressed before there was anything to open. */
  const isImpatient = useRef(false)
  // Enter opens the first where none is chosen; while nothing is typed none is offered.
  const activeOf = (ids: string[]) =>
    chosen && ids.includes(chosen) ? chosen : text.trim() === '' ? null : (ids[0] ?? null)
  const active = activeOf(options)

  const takeOptions = useCallback((ids: string[]) => {
    latest.current = ids
    setOptions(ids)
    if (isImpatient.current && ids[0]) open(ids[0])
  }, [])
  return {
    active,
    isEmpty: options.length === 0,
    takeOptions,
    /** Goes one down (1) or up (-1), round the ends. */
    move: (step: 1 | -1) => setChosen(neighbour(options, active, step)),
    /** Opens the active option, or the first one as soon as there is one. */
    openActive: () => {
      const current = activeOf(latest.current)
      if (current) open(current)
      else isImpatient.current = text.trim() !== ''
    },
    /** Another text has other options. */
    forget: () => {
      setChosen(null)
      isImpatient.current = false
    },
  }
}

const open = (option: string) => globalThis.document.getElementById(option)?.click()

function neighbour(options: string[], from: string | null, step: 1 | -1): string | null {
  if (options.length === 0) return null
  const at = from === null ? (step > 0 ? -1 : 0) : options.indexOf(from)
  return options[(at + step + options.length) % options.length]!
}
