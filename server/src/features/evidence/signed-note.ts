/**
 * Signed notes, verifier keys and cosignatures as C2SP has them (signed-note, tlog-cosignature), on WebCrypto
 * alone: browsers can run it. See docs/evidence.md.
 */

/** One line below a note's text. */
export interface NoteSignature {
  name: string
  /** Eight lower-case hex digits. */
  keyId: string
  signature: Uint8Array
}

export interface Note {
  /** With the line feed at its end. */
  text: string
  signatures: NoteSignature[]
}

/** What signs notes, or (`cosignature`) adds to notes of others when they were seen. */
export type KeyType = 'note' | 'cosignature'

export interface VerifierKey {
  name: string
  keyId: string
  type: KeyType
  /** The 32 bytes of an Ed25519 key. */
  publicKey: Uint8Array
}

/** What is no note, or no key. Its message is one sentence without a full stop. */
export class NoteError extends Error {}

const TYPES: Record<KeyType, number> = { note: 0x01, cosignature: 0x04 }
const KEY_ID_BYTES = 4
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64
const MOST_BYTES = 64 * 1024
const MOST_SIGNATURES = 64
const NAME = /^[^\s+\p{Cc}]+$/u
const SIGNATURE_LINE = /^— (?<name>\S+) (?<bytes>\S+)$/u

const utf8 = new TextEncoder()

/** Lower-case hex. */
const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Standard base64 with padding. */
export const toBase64 = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** @throws NoteError for anything but the one way in which these bytes are written */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer> | undefined
  try {
    bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    // Said below.
  }
  if (!bytes || toBase64(bytes) !== text) throw new NoteError('A part of it is no base64')
  return bytes
}

/** The text that is signed, and the signatures below it. @throws NoteError */
export function readNote(note: string): Note {
  if (note.length > MOST_BYTES) throw new NoteError('It is longer than a note can be')
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note))
    throw new NoteError('It has signs that no note has')
  const end = note.lastIndexOf('\n\n')
  if (end === -1 || !note.endsWith('\n')) throw new NoteError('It is no signed note')
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > MOST_SIGNATURES)
    throw new NoteError('It has more signatures than a note can have')
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignature) }
}

/** @throws NoteError */
export function readSignature(line: string): NoteSignature {
  const { name = '', bytes = '' } = SIGNATURE_LINE.exec(line)?.groups ?? {}
  if (!NAME.test(name)) throw new NoteError('A line below it is no signature')
  const all = fromBase64(bytes)
  if (all.length <= KEY_ID_BYTES) throw new NoteError('A signature below it is too short')
  return { name, keyId: toHex(all.slice(0, KEY_ID_BYTES)), signature: all.slice(KEY_ID_BYTES) }
}

/** The line below a note, without a line feed. */
export function writeSignature({ name, keyId, signature }: NoteSignature): string {
  const id = Array.from({ length: KEY_ID_BYTES }, (_, at) =>
    Number.parseInt(keyId.slice(2 * at, 2 * at + 2), 16),
  )
  return `— ${name} ${toBase64(Uint8Array.from([...id, ...signature]))}`
}

/** @param text ends in a line feed */
export const writeNote = ({ text, signatures }: Note) =>
  `${text}\n${signatures.map((one) => `${writeSignature(one)}\n`).join('')}`

/** What a key is called in signatures. @param publicKey 32 bytes */
export async function verifierKey(
  name: string,
  publicKey: Uint8Array,
  type: KeyType = 'note',
): Promise<VerifierKey> {
  const named = Uint8Array.from([...utf8.encode(`${name}\n`), TYPES[type], ...publicKey])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', named))
  return { name, keyId: toHex(digest.slice(0, KEY_ID_BYTES)), type, publicKey }
}

/** As people hand it on: `<name>+<key id>+<base64>`. */
export const writeVerifierKey = ({ name, keyId, type, publicKey }: VerifierKey) =>
  `${name}+${keyId}+${toBase64(Uint8Array.from([TYPES[type], ...publicKey]))}`

/** @throws NoteError where it is none, or of a kind that is not known here */
export async function readVerifierKey(text: string): Promise<VerifierKey> {
  const [name = '', keyId = '', ...rest] = text.trim().split('+')
  if (!NAME.test(name)) throw new NoteError('It is no verifier key')
  // Base64 has plus signs of its own.
  const [typeByte, ...publicKey] = fromBase64(rest.join('+'))
  const type = (['note', 'cosignature'] as const).find((one) => TYPES[one] === typeByte)
  if (!type || publicKey.length !== 32) throw new NoteError('It is no Ed25519 verifier key')
  if (!isOrdinaryPoint(publicKey)) {
    throw new NoteError('It is a verifier key under which anybody’s signature would hold')
  }
  const key = await verifierKey(name, Uint8Array.from(publicKey), type)
  if (key.keyId !== keyId)
    throw new NoteError('The parts of the verifier key don’t belong together')
  return key
}

/** Whether a note has a signature by this key. One that is wrong makes the whole note wrong, as C2SP has it. */
export async function isSignedBy(note: Note, key: VerifierKey): Promise<boolean> {
  const own = note.signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId)
  if (key.type !== 'note' || own.length === 0) return false
  const checks = own.map(async ({ signature }) => verify(key, signature, note.text))
  return (await Promise.all(checks)).every(Boolean)
}

/** When a witness says that it saw this text; null where the line is not by this key. @param text of the note */
export async function cosignedAt(
  text: string,
  { name, keyId, signature }: NoteSignature,
  key: VerifierKey,
): Promise<Date | null> {
  if (key.type !== 'cosignature' || name !== key.name || keyId !== key.keyId) return null
  const seconds = secondsOf(signature)
  if (seconds === null) return null
  const signed = `cosignature/v1\ntime ${seconds}\n${text}`
  const isRight = await verify(key, signature.slice(TIME_BYTES), signed)
  return isRight ? new Date(seconds * 1000) : null
}

/** The last of the year 9999. */
const LAST_SECOND = 253_402_300_799

/** Of a cosignature, right or not; null where it is none. */
export function secondsOf(signature: Uint8Array): number | null {
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return null
  const seconds = Number(new DataView(Uint8Array.from(signature).buffer).getBigUint64(0))
  return seconds > 0 && seconds <= LAST_SECOND ? seconds : null
}

/** What stands below a note beside its origin's signature. */
export interface Cosigners {
  /** Whose keys are known, and whose signatures are right. */
  seen: { name: string; at: Date }[]
  /** Whose keys are known, and who did not sign this text. */
  forged: string[]
  /** Whose keys are not known. */
  unknown: string[]
}

/** Holds the lines of witnesses against the keys that one has. A note's first line is its origin. */
export async function cosignersOf(note: Note, witnesses: VerifierKey[]): Promise<Cosigners> {
  const [origin] = note.text.split('\n', 1)
  const cosigners: Cosigners = { seen: [], forged: [], unknown: [] }
  for (const signature of note.signatures) {
    const { name, keyId } = signature
    const witness = witnesses.find((one) => one.name === name && one.keyId === keyId)
    if (witness) {
      const at = await cosignedAt(note.text, signature, witness)
      if (at) cosigners.seen.push({ name, at })
      else cosigners.forged.push(name)
    } else if (name !== origin) cosigners.unknown.push(name)
  }
  return cosigners
}

/** Of the field of Ed25519, and the points of it that eight times added to themselves are nothing; big-endian. */
const FIELD = `7f${'ff'.repeat(30)}ed`
const SMALL = new Set([
  '00'.repeat(32),
  `${'00'.repeat(31)}01`,
  `7f${'ff'.repeat(30)}ec`,
  '7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7',
  '05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826',
])

/**
 * Whether a point is written in the one way that it has, and is none of those under which a signature holds for every
 * text: some machines take them, and some do not.
 */
function isOrdinaryPoint(bytes: ArrayLike<number>): boolean {
  const [sign = 0, ...rest] = Array.from(bytes).toReversed()
  const point = toHex(Uint8Array.from([sign & 0x7f, ...rest]))
  return point < FIELD && !SMALL.has(point)
}

async function verify(key: VerifierKey, signature: Uint8Array, text: string): Promise<boolean> {
  if (!isOrdinaryPoint(key.publicKey) || !isOrdinaryPoint(signature.subarray(0, 32))) return false
  const publicKey = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(key.publicKey),
    { name: 'Ed25519' },
    false,
    ['verify'],
  )
  return crypto.subtle.verify(
    { name: 'Ed25519' },
    publicKey,
    Uint8Array.from(signature),
    utf8.encode(text),
  )
}
