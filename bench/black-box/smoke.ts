/** What a stranger would try first, over HTTP alone; nothing of the program's own code helps. */
import { createHash } from 'node:crypto'
import { WebSocket } from 'ws'
import { pdfThatSays } from './pdf.ts'
import { ADMIN, Visitor } from './visitor.ts'
import type { Way } from './way.ts'

const WORD = 'quillfeather'

/**
 * Runs all of it, through two starts, and throws at the first thing that is not as it should be. Returns what
 * was seen, a line each, without what differs from run to run: the same whichever way it runs.
 */
export async function passSmoke(way: Way): Promise<{ seen: string[]; seconds: number }> {
  const first = await way.start()
  const visitor = new Visitor(first.url)
  await openThePage(visitor)
  const traces = await leaveTraces(visitor)
  await openSocket(visitor)
  await takeEvidence(visitor)
  for (const line of (await way.admin('verify')).trim().split('\n')) {
    visitor.seen.push(`verify: ${line.replaceAll(/\b[\da-f]{64}\b/g, '…')}`)
  }
  await first.stop()
  const second = await way.start()
  visitor.url = second.url
  await findTraces(visitor, traces)
  await second.stop()
  return { seen: visitor.seen, seconds: first.seconds }
}

/** What has to be there later: an account, a sealed record, a file. */
export interface Traces {
  policy: string
  document: string
}

export async function leaveTraces(visitor: Visitor): Promise<Traces> {
  await signUp(visitor)
  return { policy: await acknowledge(visitor), document: await keepDocument(visitor) }
}

/** @throws where one of them is gone, or somebody has to sign in anew */
export async function findTraces(visitor: Visitor, { policy, document }: Traces): Promise<void> {
  await visitor.expect('GET', `/policies/${policy}`, 200)
  const records = await visitor.expect('GET', '/admin/policies/acknowledgments', 200)
  visitor.require('the record is there', records.bytes.includes(policy))
  await visitor.expect('GET', `/documents/${document}/file`, 200)
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
  const user = await visitor.signIn()
  visitor.require('the first account is the admin', user.role === 'admin')
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
      socket.once('message', (data: Buffer) => resolve(data.toString()))
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
