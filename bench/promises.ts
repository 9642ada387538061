/** What was promised and what was measured, a line each. */
export const lines: string[] = []
let holds = true

/** Whether each promise was kept. */
export const didHold = () => holds

/** Half of them beside it: where other work holds the processors, 95 % tell of that work. */
export function tellTimes(name: string, times: number[], most: number): void {
  const half = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
  tell(`${name}: half within ${half.toFixed(1)} ms, 95 %`, p95(times), most)
}

export function tell(name: string, measured: number, most: number, unit = 'ms'): void {
  const isKept = measured <= most
  holds &&= isKept
  const line = `${name}: ${measured.toFixed(1)} ${unit} (promised: ${most} ${unit})${isKept ? '' : ' DOES NOT HOLD'}`
  lines.push(line)
  console.log(`  ${line}`)
}

/** Within which 95 % are. */
export const p95 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!
