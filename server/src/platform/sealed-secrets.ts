import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What was sealed with another key, or for something else. Its message is one line for an admin. */
export class UnreadableSecretError extends Error {}

/** Lies beside the data and in no backup: whoever has the database, or a backup, has no secret. */
const keyFileOf = (dataDir: string) => join(dataDir, 'secrets.key')

/**
 * Hides a secret with the key beside the data, which is made at first use.
 * @param purpose what it is for: it can't be opened for anything else
 */
export async function seal(dataDir: string, secret: string, purpose: string): Promise<Buffer> {
  const key = (await readKey(dataDir)) ?? (await makeKey(dataDir))
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose))
  const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
}

/** @throws UnreadableSecretError where there is no key, another one, or the purpose is another */
export async function unseal(dataDir: string, sealed: Buffer, purpose: string): Promise<string> {
  const key = await readKey(dataDir)
  if (!key) throw new UnreadableSecretError('secrets.key is missing in the data folder')
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
    const hidden = sealed.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
  } catch {
    throw new UnreadableSecretError('secrets.key in the data folder is another one')
  }
}

/** Null where there is none, or one that was cut short. */
async function readKey(dataDir: string): Promise<Buffer | null> {
  try {
    const key = Buffer.from(await readFile(keyFileOf(dataDir), 'utf8'), 'base64')
    return key.length === KEY_BYTES ? key : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written aside and then given its name: it is whole or not there, and of two who make one the first wins. */
async function makeKey(dataDir: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true })
  const file = keyFileOf(dataDir)
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(aside, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(aside)
  }
  const key = await readKey(dataDir)
  if (!key) throw new Error(`${file} holds no key; move it away to have a new one made`)
  return key
}
