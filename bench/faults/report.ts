import { loadavg } from 'node:os'
import process, { argv } from 'node:process'
import { isSmoke } from '../size.ts'

/** What a drill found, as a row of docs/reliability.md. */
export interface Found {
  what: string
  /** Such as `50 times`. */
  often: string
  acknowledged: number
  lost: number
  /** Seconds in which nobody's write was answered after the fault began (or ended, where it says so). */
  silence: number
  /** What else was promised and seen. */
  more?: string
  /** False: a promise beside "nothing is lost" was broken. */
  holds?: boolean
}

/** Prints it, and fails the program where something is lost or broken. */
export function report(found: Found): void {
  const { what, often, acknowledged, lost, silence, more, holds = true } = found
  const isGood = lost === 0 && holds
  const cells = [
    what,
    often,
    `${acknowledged} acknowledged, ${lost} lost`,
    `no answer for ${silence.toFixed(1)} s at most`,
    ...(more ? [more] : []),
  ]
  console.log(
    `${isGood ? 'Holds' : 'DOES NOT HOLD'}: ${cells.join('; ')} (load ${loadavg()[0]!.toFixed(1)})`,
  )
  if (!isGood) process.exitCode = 1
}

/** What people were told who had to wait, the commonest first. */
export function tellWords(told: Map<string, number>): void {
  const sentences = [...told].toSorted(([, a], [, b]) => b - a)
  for (const [sentence, count] of sentences) console.log(`  told ${count} times: ${sentence}`)
}

/** `--name=7`; in a smoke run always the tiny one. */
export function option(name: string, usual: number, tiny: number): number {
  if (isSmoke) return tiny
  const given = argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
  return given === undefined ? usual : Number(given)
}
