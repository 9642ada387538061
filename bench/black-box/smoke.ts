/** What a stranger would try first, over HTTP alone; nothing of the program's own code helps. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { pdfThatSays } from './pdf.ts'
import type { Way } from './way.ts'

const ADMIN = { email: 'ada@example.com', password: 'a brass bell on the desk' }
const WORD = 'quillfeather'
/** For what a job does a moment later. */
const SOON_MS = 60_000

interface Answer {
  status: number
  type: string
  bytes: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- what the program promises of it is what is tried
  json: any
}

/**
 * Runs all of it, through two starts, and throws at the first thing that is not as it should be. Returns what
 * was seen, a line each, without what differs from run to run: the same whichever way it runs.
 */
export async function passSmoke(way: Way): Promise<{ seen: string[]; seconds: number }> {
  const first = await way.start()
  const visitor = new Visitor(first.url)
  await openThePage(visitor)
  await signUp(visitor)
  const policy = await acknowledge(visitor)
  const document = await keepDocument(visitor)
  await openSocket(visitor)
  await takeEvidence(visitor)
  for (const line of (await way.admin('verify')).trim().split('\n')) {
    visitor.seen.push(`verify: ${line.replaceAll(/\b[\da-f]{64}\b/g, '…')}`)
  }
  await first.stop()
  const second = await way.start()
  visitor.url = second.url
  await visitor.expect('GET', `/policies/${policy}`, 200)
  await visitor.expect('GET', `/documents/${document}/file`, 200)
  await second.stop()
  return { seen: visitor.seen, seconds: first.seconds }
}

/** A program that talks to the server, and writes down what it sees. */
class Visitor {
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
    const shape = answer.json === undefined ? '' : ` ${Object.keys(answer.json).sort().join(',')}`
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

  /** Asks again until it holds; only that is written down. */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + SOON_MS; !(await holds()); await delay(200)) {
      if (Date.now() > deadline) throw new Error(`After ${SOON_MS / 1000} s, not yet: ${what}`)
    }
    this.seen.push(what)
  }

  require(what: string, holds: boolean): void {
    if (!holds) throw new Error(`It does not hold: ${what}`)
    this.seen.push(what)
  }
}

async function openThePage(visitor: Visitor): Promise<void> {
  await visitor.expect('GET', '/health/live', 200)
  await visitor.expect('GET', '/health/ready', 200)
  const page = await visitor.expect('GET', `${visitor.url}/`, 200)
  const script = /<script type="module"[^>]* src="(\/assets\/[^"]+\.js)"/.exec(String(page.bytes))
  visitor.require('the page has its script', script !== null)
  await visitor.expect('GET', `${visitor.url}${script![1]}`, 200)
  await visitor.expect('GET', '/users/me', 401)
}

async function signUp(visitor: Visitor): Promise<void> {
  const person = { ...ADMIN, first_name: 'Ada', last_name: 'Broker' }
  await visitor.expect('POST', '/auth/signup', 201, person)
  const { json } = await visitor.expect('POST', '/auth/login', 200, { ...ADMIN, remember_me: true })
  visitor.token = json.token
  visitor.require('the first account is the admin', json.user.role === 'admin')
}

async function acknowledge(visitor: Visitor): Promise<string> {
  const policy = {
    title: 'Wire fraud',
    content: 'Call the known number first.',
    category: 'Safety',
  }
  const { json } = await visitor.expect('POST', '/policies', 201, policy)
  const record = await visitor.expect('POST', `/policies/${json.id}/acknowledge`, 200, {})
  visitor.require('the record is sealed', /^[\da-f]{64}$/.test(record.json.hash))
  return json.id
}

/** Its text is read and its first page drawn by programs of their own. */
async function keepDocument(visitor: Visitor): Promise<string> {
  const pdf = pdfThatSays(`The ${WORD} lease`)
  const form = new FormData()
  form.set('title', 'A lease')
  form.set('category', 'Other')
  form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'lease.pdf')
  const { json } = await visitor.expect('POST', '/documents', 201, form)
  const file = await visitor.expect('GET', `/documents/${json.id}/file`, 200)
  visitor.require('the file is what was sent', hashOf(file.bytes) === hashOf(pdf))
  await visitor.until('the search finds what the PDF says', async () => {
    const found = await visitor.ask('GET', `/search?query=${WORD}`)
    return found.json.documents?.[0]?.id === json.id
  })
  await visitor.until('the PDF has a small picture', async () => {
    const { status, type } = await visitor.ask('GET', `/documents/${json.id}/thumbnail`)
    return status === 200 && type === 'image/webp'
  })
  const found = await visitor.expect('GET', '/search?query=wyre+fruad', 200)
  visitor.require('the search forgives slips', found.json.policies[0]?.title === 'Wire fraud')
  return json.id
}

async function openSocket(visitor: Visitor): Promise<void> {
  const socket = new WebSocket(`${visitor.url.replace('http', 'ws')}/api/v1/chat/ws`)
  try {
    const answer = new Promise<string>((resolve, reject) => {
      socket.once('message', (data) => resolve(String(data as Buffer)))
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('The socket was closed')))
    })
    socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token: visitor.token })))
    visitor.require('the socket is ready', JSON.parse(await answer).type === 'ready')
  } finally {
    socket.terminate()
  }
}

async function takeEvidence(visitor: Visitor): Promise<void> {
  const key = await visitor.expect('GET', `${visitor.url}/evidence/key`, 200)
  visitor.require(
    'the key is one of signed notes',
    /^\S+\+[\da-f]{8}\+\S+\n$/.test(String(key.bytes)),
  )
  const { json } = await visitor.expect('POST', '/admin/evidence', 201, {})
  await visitor.until('the pack is made', async () => {
    const { json: pack } = await visitor.ask('GET', `/admin/evidence/${json.id}`)
    if (pack.state === 'failed') throw new Error(`The pack: ${pack.reason}`)
    return pack.state === 'ready'
  })
  const { bytes } = await visitor.expect('GET', `/admin/evidence/${json.id}/file`, 200)
  for (const name of ['verify.mjs', 'verify.html', '.pdf']) {
    visitor.require(`the pack has ${name}`, bytes.includes(name))
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
