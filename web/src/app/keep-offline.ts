import { pictureNamed, picturesNamedIn } from '@frontdesk/contract/picture-names'
import { browserStore } from '#web/lib/browser-store.ts'
import { call } from '#web/lib/call.ts'
import { storedToken } from '#web/lib/session-storage.ts'
import { tellAppWorker } from '#web/lib/app-worker.ts'

/** What the first screens ask for, in the words of their queries. */
const LISTS = [
  '/auth/me',
  '/settings/public',
  '/settings/front-desk',
  '/users/me/favourites',
  '/policies?pending=true',
  '/policies?limit=50&view=list',
  '/policies?limit=50&view=list&pending=true',
  '/processes?limit=50',
  '/processes/runs?awaiting_me=true&limit=10',
]
const MOST_POLICIES = 200
/** Those that were asked for last are read for the documents that they lead to. */
const MOST_READ_POLICIES = 50
const MOST_PROCESSES = 50
const MOST_DOCUMENTS = 50
/** All files and pictures together. */
const MOST_BYTES = 60 * 1024 * 1024
/** What a picture takes at most, as a rule; how much it is stands nowhere before it has been fetched. */
const BYTES_PER_PIXEL = 1 / 4

/**
 * Has what a person needs at work kept on this device: the policies that are required of them, the processes
 * that they follow, with their pictures, and the documents which those lead to.
 */
export async function keepForOffline(userId: string): Promise<void> {
  const token = storedToken()
  if (!token) return
  const [policies, processes] = await Promise.all([requiredPolicies(), followedProcesses(userId)])
  const texts = [...policies.texts, ...processes.texts]
  const pictures = picturesIn(texts)
  const documents = await documentsIn(texts, MOST_BYTES - pictures.bytes)
  // Whoever signed out meanwhile, or in as somebody else, has nothing kept.
  if (token !== storedToken()) return
  const paths = [...LISTS, ...policies.paths, ...processes.paths, ...pictures.paths, ...documents]
  await tellAppWorker({ type: 'keep', token, paths: paths.map((path) => `/api/v1${path}`) })
}

/** Those that wait, and those that were signed: what one agreed to is looked up later. */
async function requiredPolicies() {
  const asked = await call('GET /users/me/obligations', {
    query: { kind: 'policy', limit: MOST_POLICIES, sort: 'opens_at', order: 'desc' },
  })
  const required = asked.filter(({ state }) => state !== 'ended' && state !== 'waived')
  const ids = unique(required.map(({ item_id: id }) => id))
  const read = await Promise.all(
    ids
      .slice(0, MOST_READ_POLICIES)
      .map((id) => reachable(call('GET /policies/:id', { params: { id } }))),
  )
  return {
    paths: ids.map((id) => `/policies/${id}`),
    texts: read.map((policy) => policy?.content ?? ''),
  }
}

/** Those whose steps were ticked in this browser, and those with a run in which a step waits. */
async function followedProcesses(userId: string) {
  const runs = await call('GET /processes/runs', { query: { awaiting_me: 'true', limit: 10 } })
  const ids = unique([
    ...runs.filter((run) => run.process_available).map((run) => run.process_id),
    ...tickedProcesses(userId),
  ]).slice(0, MOST_PROCESSES)
  const details = await Promise.all([
    ...ids.map((id) => reachable(call('GET /processes/:id', { params: { id } }))),
    ...runs.map(({ id }) => reachable(call('GET /processes/runs/:id', { params: { id } }))),
  ])
  const steps = details.flatMap((detail) => detail?.steps ?? [])
  return {
    paths: [
      ...ids.map((id) => `/processes/${id}`),
      ...runs.map(({ id }) => `/processes/runs/${id}`),
    ],
    texts: steps.map((step) => step.description ?? ''),
  }
}

/** As `useTicks` keeps them. */
function tickedProcesses(userId: string): string[] {
  const prefix = `process-ticks:${userId}:`
  return Object.keys(browserStore() ?? {})
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
}

/** The first come first, as many as there is room for. */
function picturesIn(texts: string[]) {
  const paths: string[] = []
  let bytes = 0
  if (savesData()) return { paths, bytes }
  for (const name of unique(texts.flatMap(picturesNamedIn))) {
    const { width, height } = pictureNamed(name) ?? { width: 0, height: 0 }
    const size = width * height * BYTES_PER_PIXEL
    if (bytes + size > MOST_BYTES) break
    bytes += size
    paths.push(`/pictures/${name}`)
  }
  return { paths, bytes }
}

const DOCUMENT = /\/documents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g

/** The smallest first, as many as there is room for. */
async function documentsIn(texts: string[], mostBytes: number): Promise<string[]> {
  const ids = unique(texts.flatMap((text) => [...text.matchAll(DOCUMENT)].map(([, id = '']) => id)))
  const documents = await Promise.all(
    ids
      .slice(0, MOST_DOCUMENTS)
      .map((id) => reachable(call('GET /documents/:id', { params: { id } }))),
  )
  let room = savesData() ? 0 : mostBytes
  return documents
    .filter((document) => document !== null)
    .sort((one, other) => one.file_size - other.file_size)
    .flatMap(({ id, file_size: size }) => {
      room -= size
      return room < 0 ? [`/documents/${id}`] : [`/documents/${id}`, `/documents/${id}/file`]
    })
}

/** Null where it is gone, or nothing of theirs. */
const reachable = async <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

const unique = (values: string[]) => [...new Set(values)]

/** Whether somebody pays for each megabyte, as far as the browser says so. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
