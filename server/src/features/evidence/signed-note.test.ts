import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  cosignedAt,
  isSignedBy,
  readNote,
  readSignature,
  readVerifierKey,
  verifierKey,
  writeNote,
  writeSignature,
  writeVerifierKey,
} from './signed-note.ts'

/** The example of c2sp.org/signed-note. */
const VKEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

test('the published example is read, written and verified', async () => {
  const key = await readVerifierKey(VKEY)
  const note = readNote(NOTE)
  expect(note.text).toBe('This is an example message.\n')
  expect(await isSignedBy(note, key)).toBe(true)
  expect(writeNote(note)).toBe(NOTE)
  expect(writeVerifierKey(key)).toBe(VKEY)
})

test('another text, another key and another name are not signed', async () => {
  const key = await readVerifierKey(VKEY)
  expect(await isSignedBy(readNote(NOTE.replace('example m', 'Example m')), key)).toBe(false)
  const others = await verifierKey('example.com/bar', key.publicKey)
  expect(await isSignedBy(readNote(NOTE), others)).toBe(false)
  // The right id, and a signature that is not: the whole note is wrong.
  const note = readNote(NOTE)
  const wrong = { ...note.signatures[0]!, signature: new Uint8Array(64) }
  expect(await isSignedBy({ ...note, signatures: [...note.signatures, wrong] }, key)).toBe(false)
})

describe('what is no note', () => {
  test.each([
    ['nothing', '', 'It is no signed note'],
    ['no signature', 'text\n', 'It is no signed note'],
    ['no line feed at its end', NOTE.trimEnd(), 'It is no signed note'],
    ['a hyphen', NOTE.replace('—', '-'), 'A line below it is no signature'],
    ['base64 cut short', NOTE.replace('aQM=', 'aQM'), 'A part of it is no base64'],
    ['a bell', `\u0007${NOTE}`, 'It has signs that no note has'],
    ['carriage returns', NOTE.replaceAll('\n', '\r\n'), 'It has signs that no note has'],
    ['too much', 'x'.repeat(70_000), 'It is longer than a note can be'],
  ])('%s', (_what, note, sentence) => {
    expect(() => readNote(note)).toThrow(sentence)
  })

  test.each([
    ['a word', 'key', 'It is no'],
    ['another id', VKEY.replace('530d903a', '530d903b'), 'don’t belong together'],
    ['another name', VKEY.replace('foo', 'bar'), 'don’t belong together'],
    ['a key that is too short', 'a+530d903a+AekyeRo=', 'no Ed25519 verifier key'],
  ])('%s as a key', async (_what, vkey, sentence) => {
    await expect(readVerifierKey(vkey)).rejects.toThrow(sentence)
  })
})

test('a cosignature says when a witness saw the text', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(12)
  const key = await verifierKey('accountant.example', raw, 'cosignature')
  const text = 'front-desk.0123456789abcdef\n0\nroot\n'
  const seconds = 1_795_000_000
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const signed = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey)
  const line = writeSignature({
    name: key.name,
    keyId: key.keyId,
    signature: Buffer.concat([time, signed]),
  })
  expect(await cosignedAt(text, readSignature(line), key)).toEqual(new Date(seconds * 1000))
  expect(await cosignedAt(`${text}x\n`, readSignature(line), key)).toBeNull()
  expect(await readVerifierKey(writeVerifierKey(key))).toEqual({
    ...key,
    publicKey: Uint8Array.from(raw),
  })
})
