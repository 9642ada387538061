import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setInterval as every, setTimeout } from 'node:timers/promises'
import type { Db } from '../../db/connect.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { publish } from '../../platform/publish.ts'
import type { Services } from '../../services.ts'
import { openTextPictures } from '../pictures/pictures.actions.ts'
import { findPictureKey } from '../pictures/pictures.queries.ts'
import { brokerageName, findSettings, timeZoneOf } from '../settings/settings.queries.ts'
import { makeCheckpoint } from './checkpoints.actions.ts'
import { findAwaitsCopies } from './copies-outside.queries.ts'
import { findSigningKey, openSigner } from './evidence-keys.ts'
import { type Before, packArchive, PackTooLargeError, type WrittenFile } from './pack-archive.ts'
import { PackContents, type PackPlan } from './pack-contents.actions.ts'
import { countRecords } from './pack-records.queries.ts'
import { openPdfSigner } from './pdf-certificates.ts'
import {
  claimPack,
  type ClaimedPack,
  letPackGo,
  listNamed,
  type PackScope,
  updatePackFailed,
  updatePackProgress,
  updatePackReady,
} from './packs.queries.ts'

/** The name of the job. */
export const MAKE_PACK = 'make_evidence_pack'

/** More than this would make a pack that nobody can open. */
const MOST_RECORDS = 500_000
/** A pack that could not be made so often is left alone. */
const MOST_TRIES = 3
/** So often it is looked whether anybody still wants it, and said how far it is. */
const LOOK_MS = 1000
/** Copies of its checkpoint are waited for as long, at most. */
const WAIT_FOR_COPIES_MS = 20_000

type Needs = Pick<Services, 'config' | 'db' | 'address'>

/** Thrown where it could not be made, with a sentence for whoever asked for it. */
class PackError extends Error {}

/** Nobody but admins hears of packs. */
export const tellOfPacks = async (db: Db) =>
  publish(db, { keys: ['evidence-packs'], adminsOnly: true })

/**
 * Makes a pack, all of it or nothing, and writes down what came of it.
 * @throws where the storage or the database is away, or `signal` ended it: to be tried again
 */
export async function makePack(
  services: Needs,
  files: FileStore,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  const { db } = services
  const worked = { id, worker: randomUUID() }
  const claimed = await claimPack(db, id, worked.worker)
  if (!claimed) return
  await tellOfPacks(db)
  let made: MadePack | null = null
  try {
    if (claimed.tries > MOST_TRIES) {
      throw new PackError('It could not be made in several tries; the server’s log says why')
    }
    made = await makeWatched(services, files, { claimed, worked, signal })
    if (made && !(await updatePackReady(db, worked, made))) await files.remove([made.key])
  } catch (error) {
    if (made) await files.remove([made.key])
    const reason = reasonOf(error)
    if (reason === null) {
      // A server that stops says nothing about the pack.
      await letPackGo(db, worked, !signal.aborted).catch(() => false)
      throw error
    }
    await updatePackFailed(db, worked, reason)
  }
  await tellOfPacks(db)
}

function reasonOf(error: unknown): string | null {
  if (error instanceof PackError) return error.message
  if (error instanceof PackTooLargeError) {
    return 'It would be too large. Please choose fewer people, fewer items or a shorter time'
  }
  return null
}

interface MadePack {
  key: string
  size: number
  sha256: string
  checkpoint: number
  records: number
  notice: string | null
}

type Worked = { id: string; worker: string }

/** Says how far it is, and ends where the pack is taken back; then there is none. */
async function makeWatched(
  services: Needs,
  files: FileStore,
  { claimed, worked, signal }: { claimed: ClaimedPack; worked: Worked; signal: AbortSignal },
): Promise<MadePack | null> {
  const { db } = services
  const done = new AbortController()
  const takenBack = new AbortController()
  let progress = 0
  const look = async () => {
    const either = AbortSignal.any([done.signal, signal])
    for await (const _ of every(LOOK_MS, undefined, { signal: either })) {
      if (!(await updatePackProgress(db, worked, progress))) takenBack.abort()
      else await tellOfPacks(db)
    }
  }
  // Ended by its signal; a database that is away for a moment is no reason to end it.
  const looking = look().catch(() => undefined)
  try {
    return await writePack(services, files, {
      claimed,
      signal: AbortSignal.any([signal, takenBack.signal]),
      onProgress: (percent) => (progress = percent),
    })
  } catch (error) {
    if (takenBack.signal.aborted) return null
    throw error
  } finally {
    done.abort()
    await looking
  }
}

/**
 * Lets the time authority and the witness answer first: what was signed last is what a dispute is often about. Who
 * does not answer the first time is not waited for.
 */
async function waitForCopies(db: Db, number: number, signal: AbortSignal): Promise<void> {
  const latest = performance.now() + WAIT_FOR_COPIES_MS
  while (performance.now() < latest && (await findAwaitsCopies(db, number))) {
    await setTimeout(LOOK_MS / 4, undefined, { signal })
  }
}

async function writePack(
  services: Needs,
  files: FileStore,
  {
    claimed,
    signal,
    onProgress,
  }: { claimed: ClaimedPack; signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<MadePack> {
  const checkpoint = await makeCheckpoint(services, 'pack')
  await waitForCopies(services.db, checkpoint.number, signal)
  const signer = await openPdfSigner(services)
  const pictures = openTextPictures(services.config)
  const scope: PackScope = {
    userIds: claimed.user_ids,
    itemIds: claimed.item_ids,
    from: claimed.from_time,
    to: claimed.to_time,
  }
  // One moment's snapshot, so that all of it fits together.
  return services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const records = await countRecords(tx, { scope, size: checkpoint.size })
      if (records > MOST_RECORDS) {
        throw new PackError(
          `More than ${MOST_RECORDS.toLocaleString('en')} acknowledgments are too many for one pack. Please choose fewer people, fewer items or a shorter time`,
        )
      }
      const settings = await findSettings(tx)
      const plan: PackPlan = {
        id: claimed.id,
        scope,
        asOf: claimed.as_of,
        madeAt: new Date().toISOString(),
        brokerage: brokerageName(settings),
        timeZone: timeZoneOf(settings),
        about: await listNamed(tx, scope),
        address: services.address(),
        checkpoint,
        signer,
        records,
        readPicture: async (name) => readPicture(tx, pictures, name),
      }
      const contents = new PackContents(tx, plan, onProgress)
      const archive = packArchive(contents.files(), async (written, before) =>
        signedManifest(tx, services, { plan, contents, written, before }),
      )
      const kept = await files.write(Readable.from(until(signal, archive)))
      const { key, size, sha256 } = kept
      return {
        key,
        size,
        sha256,
        checkpoint: checkpoint.number,
        records: contents.counts.records,
        notice: signer.problem && `${signer.problem}. The PDF is signed with the portal’s own`,
      }
    })
}

async function readPicture(tx: Db, pictures: FileStore, name: string): Promise<Buffer> {
  const key = await findPictureKey(tx, name)
  const content = key === undefined ? null : await pictures.read(key)
  if (content && isNamed(content, name)) return content
  throw new PackError(
    `The picture ${name.slice(0, 12)}… of a text is not in the storage. Please bring it back from a backup, or add the same file to any text`,
  )
}

/** Whether these are the bytes that the name, and with it the signed text, means. */
const isNamed = (content: Buffer, name: string) =>
  name.startsWith(createHash('sha256').update(content).digest('hex'))

async function* until(signal: AbortSignal, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}

interface Written {
  plan: PackPlan
  contents: PackContents
  written: WrittenFile[]
  before: Before
}

/** What names all files of a pack, and the note that signs it. */
async function signedManifest(
  tx: Db,
  { config }: Needs,
  { plan, contents, written, before }: Written,
) {
  const key = await findSigningKey(tx)
  const sign = key && (await openSigner(config, key))
  if (!sign) throw new Error('The key that signed the checkpoint is no longer there')
  const { origin } = key
  const { scope } = plan
  const manifest = {
    format: 'frontdesk-pack-1',
    id: plan.id,
    made_at: plan.madeAt,
    origin,
    keys: await contents.keys(),
    brokerage: plan.brokerage,
    as_of: plan.asOf,
    scope: { user_ids: scope.userIds, item_ids: scope.itemIds, from: scope.from, to: scope.to },
    checkpoint: plan.checkpoint.number,
    counts: contents.counts,
    archive: before,
    files: written.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  }
  const content = Buffer.from(`${JSON.stringify(manifest)}\n`)
  const hash = createHash('sha256').update(content).digest('hex')
  const note = await sign(`${manifest.format}\n${origin}\n${hash}\n`)
  return [
    { path: 'manifest.json', content },
    { path: 'manifest.note', content: Buffer.from(note) },
  ]
}
