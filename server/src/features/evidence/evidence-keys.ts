import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { seal, UnreadableSecretError, unseal } from '../../platform/sealed-secrets.ts'
import { verifierKey, writeNote, writeVerifierKey } from './signed-note.ts'

/** A key of the installation, as it is stored. */
export interface EvidenceKey {
  id: string
  origin: string
  public_key: Buffer
  sealed_private_key: Buffer
  created_at: string
  retired_at: string | null
}

/** What an operator reads where a server can't sign. */
export const KEY_LOST =
  'The key that signs checkpoints can’t be opened: secrets.key in the data folder is missing or another one. With the next checkpoint this server makes a new key, and the checkpoint says so. Several servers need the same secrets.key.'

/** Signs a text as a note. */
export type NoteSigner = (text: string) => Promise<string>

const purposeOf = (origin: string, publicKey: Buffer) =>
  JSON.stringify(['evidence', origin, publicKey.toString('hex')])

/** What DER puts before the 32 bytes of an Ed25519 public key. */
const SPKI_PREFIX_BYTES = 12

export const verifierKeyOf = ({ origin, public_key }: Pick<EvidenceKey, 'origin' | 'public_key'>) =>
  verifierKey(origin, public_key)

/** As a lawyer is told it. */
export async function vkeyOf(key: Pick<EvidenceKey, 'origin' | 'public_key'>): Promise<string> {
  return writeVerifierKey(await verifierKeyOf(key))
}

/** All keys that ever signed, oldest first. */
export async function listKeys(db: Db): Promise<EvidenceKey[]> {
  return db.selectFrom('evidence_keys').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** The one that signs now; undefined before the first start. */
export async function findSigningKey(db: Db): Promise<EvidenceKey | undefined> {
  return db
    .selectFrom('evidence_keys')
    .selectAll()
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Takes the lock under which checkpoints and keys follow one another, until the transaction ends. It waits for
 * others at most as long as a transaction does.
 */
export async function lockEvidence(tx: Db): Promise<void> {
  await sql`select from evidence_settings for update`.execute(tx)
}

/**
 * Makes the installation's first key, unless there is one.
 * @returns whether this server can sign with the key that there is
 */
export async function ensureSigningKey(db: Db, config: Config): Promise<boolean> {
  const key =
    (await findSigningKey(db)) ??
    (await inTransaction(db, async (tx) => {
      await lockEvidence(tx)
      return (await findSigningKey(tx)) ?? (await insertKey(tx, config, newOrigin()))
    }))
  return (await openSigner(config, key)) !== null
}

const newOrigin = () => `front-desk.${randomBytes(8).toString('hex')}`

/** Retires the key that signs now, if there is one, and makes another of the same origin; the caller holds the lock. */
export async function replaceKey(
  tx: Db,
  config: Config,
  before: EvidenceKey,
): Promise<EvidenceKey> {
  await tx
    .updateTable('evidence_keys')
    .set({ retired_at: sql`now()` })
    .where('id', '=', before.id)
    .execute()
  return insertKey(tx, config, before.origin)
}

async function insertKey(tx: Db, config: Config, origin: string): Promise<EvidenceKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX_BYTES)
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  return tx
    .insertInto('evidence_keys')
    .values({
      id: uuidv7(),
      origin,
      public_key: raw,
      sealed_private_key: await seal(config.dataDir, pkcs8, purposeOf(origin, raw)),
      // Two of one transaction have an order, too.
      created_at: sql`clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Null where the secrets.key beside this server's data is not the one that the key was hidden with. */
export async function openSigner(config: Config, key: EvidenceKey): Promise<NoteSigner | null> {
  let pkcs8: string
  try {
    const purpose = purposeOf(key.origin, key.public_key)
    pkcs8 = await unseal(config.dataDir, key.sealed_private_key, purpose)
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null
    throw error
  }
  const privateKey = createPrivateKey({
    key: Buffer.from(pkcs8, 'base64'),
    type: 'pkcs8',
    format: 'der',
  })
  const own = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  if (!own.subarray(SPKI_PREFIX_BYTES).equals(key.public_key)) return null
  const { name, keyId } = await verifierKeyOf(key)
  return async (text) =>
    writeNote({
      text,
      signatures: [{ name, keyId, signature: sign(null, Buffer.from(text), privateKey) }],
    })
}
