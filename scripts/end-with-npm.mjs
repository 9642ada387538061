import { readFileSync } from 'node:fs'
import process from 'node:process'

/** npm passes signals on, but `kill -9` of npm would leave the server, and its port, behind. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = startedBy()
  const watch = setInterval(() => {
    if (startedBy() === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

/** The process that started us: npm itself, or also that of the shell which npm runs scripts in. */
function startedBy() {
  const parent = process.ppid
  try {
    const [, name, grandparent] =
      /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return name === 'sh' ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    // Not on Linux: the shells elsewhere become the command that they are given.
    return `${parent}`
  }
}
