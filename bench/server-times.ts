import { setTimeout as wait } from 'node:timers/promises'
import type { StartedServer } from './started-server.ts'

const LINE_WITHIN_MS = 10_000

/** Asks, and returns how many milliseconds the server says that it took, and its answer. */
export async function ask({ server }: { server: StartedServer }, token: string, path: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const log = server.keepLog()
  const answer = await fetch(`${server.url}/api/v1${path}`, { headers })
  await answer.arrayBuffer()
  let ms: string | undefined
  // The line is on its way, which takes a while where other work holds the processors.
  for (
    const until = performance.now() + LINE_WITHIN_MS;
    !ms && performance.now() < until;
    await wait(4)
  ) {
    ms = /"ms":([\d.]+)/.exec(log.read())?.[1]
  }
  log.stop()
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
  if (!ms) throw new Error(`The server said nothing of ${path}`)
  return { ms: Number(ms), answer }
}

/** Twice as many looks come before those that count: Node compiles what runs often, and connections keep plans. */
export async function timesOf(
  desk: { server: StartedServer },
  { tokens, path, looks }: { tokens: string[]; path: string; looks: number },
): Promise<number[]> {
  const times: number[] = []
  for (let look = -2 * looks; look < looks; look += 1) {
    const { ms } = await ask(desk, tokens[(look + 2 * looks) % tokens.length]!, path)
    if (look >= 0) times.push(ms)
  }
  return times
}
