import { setTimeout as delay } from 'node:timers/promises'

/** For what a job does a moment later. */
const SOON_MS = 60_000

export const ADMIN = { email: 'ada@example.com', password: 'a brass bell on the desk' }

interface Answer {
  status: number
  type: string
  bytes: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- what the program promises of it is what is tried
  json: any
}

/** A program that talks to the server, and writes down what it sees. */
export class Visitor {
  readonly seen: string[] = []
  url: string
  token: string | undefined

  constructor(url: string) {
    this.url = url
  }

  /** Asks the API, or the page at an address that begins with the server's. @throws for another status */
  async expect(
    method: string,
    path: string,
    status: number,
    body?: object | FormData,
  ): Promise<Answer> {
    const answer = await this.ask(method, path, body)
    if (answer.status !== status) {
      throw new Error(`${method} ${path}: ${answer.status}, not ${status}\n${String(answer.bytes)}`)
    }
    const shape =
      answer.json === undefined || Array.isArray(answer.json)
        ? ''
        : ` ${Object.keys(answer.json).sort().join(',')}`
    const plain = path.replace(this.url, '').replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id')
    this.seen.push(`${method} ${plain} ${status} ${answer.type}${shape}`)
    return answer
  }

  async ask(method: string, path: string, body?: object | FormData): Promise<Answer> {
    const isForm = body instanceof FormData
    const response = await fetch(path.startsWith('http') ? path : `${this.url}/api/v1${path}`, {
      method,
      headers: {
        ...(this.token && { Authorization: `Bearer ${this.token}` }),
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? ''
    const json: unknown = type.includes('application/json') ? JSON.parse(String(bytes)) : undefined
    return { status: response.status, type, bytes, json }
  }

  /** From now on it is the admin who asks. */
  async signIn(): Promise<{ role: string }> {
    const body = { ...ADMIN, remember_me: true }
    const { json } = await this.expect('POST', '/auth/login', 200, body)
    this.token = json.token
    return json.user
  }

  /** Asks again until it holds; only that is written down. */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const deadline = performance.now() + SOON_MS; !(await holds()); await delay(200)) {
      if (performance.now() > deadline)
        throw new Error(`After ${SOON_MS / 1000} s, not yet: ${what}`)
    }
    this.seen.push(what)
  }

  require(what: string, holds: boolean): void {
    if (!holds) throw new Error(`It does not hold: ${what}`)
    this.seen.push(what)
  }
}
