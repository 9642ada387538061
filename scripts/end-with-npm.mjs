import { readFileSync } from 'node:fs'
import process from 'node:process'

/** npm passes signals on, but `kill -9` of npm would leave the server, and its port, behind. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  let npm = behindShell(parent)
  const watch = setInterval(() => {
    if (process.ppid === parent) {
      const now = behindShell(parent)
      npm ??= now
      // What can't be read says nothing: a server without a descriptor to spare is no reason to end it.
      if (now === null || now === npm) return
    }
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

/**
 * Who is behind the shell which npm runs scripts in; null where that can't be told, as everywhere but
 * on Linux: the shells elsewhere become the command that they are given.
 * @param {number} parent
 */
function behindShell(parent) {
  try {
    const [, name, grandparent] =
      /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return name === 'sh' ? Number(grandparent) : 0
  } catch {
    return null
  }
}
