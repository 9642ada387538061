import { setTimeout as wait } from 'node:timers/promises'
import type { StartedServer } from '../started-server.ts'
import type { Browser, Note } from './browser.ts'
import type { Call, Click, Kind } from './clicks.ts'
import { type Machine, watchMachine } from './machine.ts'

const ANSWERED_WITHIN_MS = 30_000
const PAUSE_MS = 100

/** Milliseconds by what people did. */
export type Times = Record<Kind, number[]>

export interface Played {
  people: number
  clicks: number
  /** As the server's log says. */
  inServer: Times
  /** From when the click was due to the end of the answer. */
  atClient: Times
  /** How late the clicks were made. */
  late: number[]
  /** What was answered wrongly, or not at all, and how often. */
  errors: Map<string, number>
  machine: Machine
}

const noTimes = (): Times => ({ reading: [], searching: [], writing: [], chatting: [] })

function kindOf(method: string, path: string): Kind {
  if (path.includes('/search')) return 'searching'
  if (method === 'GET') return 'reading'
  return path.endsWith('/messages') ? 'chatting' : 'writing'
}

const AN_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/

/** Where the browsers tell of their answers while something is played. */
export class Answers {
  atClient = noTimes()
  readonly errors = new Map<string, number>()
  answered = 0

  readonly note: Note = ({ method, path }: Call, status, due) => {
    this.answered += 1
    this.atClient[kindOf(method, path)].push(performance.now() - due)
    if (status === 0 || status >= 400)
      this.fail(`${status} ${method} ${path.split('?')[0]!.replace(AN_ID, ':id')}`)
  }

  fail(what: string): void {
    this.errors.set(what, (this.errors.get(what) ?? 0) + 1)
  }
}

/** Makes each click when it is due, whatever became of those before, and waits for the last answers. */
export async function makeClicks(
  clicks: Click[],
  browsers: Browser[],
): Promise<{ late: number[] }> {
  const late: number[] = []
  const began = performance.now() + PAUSE_MS
  for (const { due, person, calls, isPage } of clicks) {
    const rest = began + due - performance.now()
    if (rest > 1) await wait(rest)
    late.push(Math.max(0, performance.now() - began - due))
    browsers[person]!.click(calls, isPage, began + due)
  }
  return { late }
}

export async function play(
  clicks: Click[],
  {
    browsers,
    answers,
    server,
    folder,
  }: { browsers: Browser[]; answers: Answers; server: StartedServer; folder: string },
): Promise<Played> {
  const log = server.keepLog()
  const endWatching = await watchMachine(server, folder)
  const { late } = await makeClicks(clicks, browsers)
  const machine = endWatching()
  await allAnswered(browsers, answers)
  await wait(PAUSE_MS)
  log.stop()
  const inServer = noTimes()
  for (const line of log.read().split('\n')) readLine(line, inServer)
  const { atClient, errors } = answers
  return {
    people: browsers.length,
    clicks: clicks.length,
    inServer,
    atClient,
    late,
    errors,
    machine,
  }
}

async function allAnswered(browsers: Browser[], answers: Answers): Promise<void> {
  const open = () => browsers.reduce((sum, { waiting }) => sum + waiting, 0)
  for (const until = performance.now() + ANSWERED_WITHIN_MS; open() > 0; await wait(PAUSE_MS)) {
    if (performance.now() < until) continue
    for (let left = open(); left > 0; left -= 1) answers.fail('no answer')
    return
  }
}

const REQUEST = /"method":"(\w+)","route":"\/api\/v1(\/[^"]+)","status":\d+,"ms":([\d.]+)/

function readLine(line: string, times: Times): void {
  const [, method, route, ms] = REQUEST.exec(line) ?? []
  // A socket's request lasts as long as the socket.
  if (method && route && route !== '/chat/ws') times[kindOf(method, route)].push(Number(ms))
}
