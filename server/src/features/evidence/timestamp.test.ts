import { createHash, randomBytes } from 'node:crypto'
import { fromBER, Integer, OctetString, Sequence } from 'asn1js'
import fc from 'fast-check'
import { AlgorithmIdentifier, MessageImprint, TSTInfo } from 'pkijs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTimeAuthority, POLICY, type TimeAuthority } from '../../testing/time-authority.ts'
import { TimestampError, timestampRequest, tokenOfResponse, verifyTimestamp } from './timestamp.ts'

let authority: TimeAuthority
beforeAll(() => {
  authority = createTimeAuthority()
})
afterAll(() => authority.remove())

const SHA256 = '2.16.840.1.101.3.4.2.1'
const digest = new Uint8Array(createHash('sha256').update('a checkpoint').digest())
const other = new Uint8Array(createHash('sha256').update('another').digest())
const nonce = Uint8Array.from([0x51, ...randomBytes(7)])

/** What an authority would say, with parts of it changed. */
function statement(
  changes: { genTime?: Date; digest?: Uint8Array; hash?: string; nonce?: Uint8Array } = {},
) {
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: changes.hash ?? SHA256 }),
      hashedMessage: new OctetString({
        valueHex: Uint8Array.from(changes.digest ?? digest).buffer,
      }),
    }),
    serialNumber: new Integer({ value: 7 }),
    genTime: changes.genTime ?? new Date(),
    nonce: new Integer({ valueHex: Uint8Array.from(changes.nonce ?? nonce).buffer }),
  })
  return new Uint8Array(info.toSchema().toBER())
}

describe('what openssl’s authority gives', () => {
  test.each(['sha256', 'sha1'] as const)('is taken, its certificate named by %s', async (hash) => {
    const token = tokenOfResponse(authority.answer(timestampRequest(digest, { nonce }), hash))
    const before = Date.now() - 2000
    const stamp = await verifyTimestamp(token, {
      digest,
      nonce,
      policy: POLICY,
      roots: [authority.root],
    })
    expect(stamp).toMatchObject({ policy: POLICY, authority: 'Test Clock' })
    expect(stamp.generatedAt.getTime()).toBeGreaterThan(before)
    expect(stamp.generatedAt.getTime()).toBeLessThan(Date.now() + 2000)
  })

  test('is refused where it was granted for something else, another request, policy or authority', async () => {
    const token = tokenOfResponse(authority.answer(timestampRequest(digest, { nonce })))
    const check = (expected: object) => verifyTimestamp(token, { digest, ...expected })
    await expect(check({ digest: other })).rejects.toThrow('It was given for something else')
    await expect(check({ nonce: nonce.map((byte) => byte ^ 1) })).rejects.toThrow(
      'It answers another request',
    )
    await expect(check({ policy: '1.2.3' })).rejects.toThrow(
      `under the policy ${POLICY} instead of 1.2.3`,
    )
    const stranger = createTimeAuthority()
    await expect(check({ roots: [stranger.root] })).rejects.toThrow('is not vouched for')
    stranger.remove()
  })

  test('a request that it refuses says so', () => {
    const answer = authority.answer(timestampRequest(digest, { nonce, policy: '1.9.9.9' }))
    expect(() => tokenOfResponse(answer)).toThrow('refused to give one (status 2)')
  })
})

describe('a token of our own making', () => {
  test('is taken where nothing is wrong with it', async () => {
    const token = authority.sign(statement(), 'good')
    await expect(verifyTimestamp(token, { digest, nonce })).resolves.toMatchObject({
      authority: 'Test Clock',
    })
  })

  test.each([
    ['a certificate with no purpose', 'no purpose', 'is not one for giving time stamps'],
    ['a purpose that is not critical', 'purpose not critical', 'does not bind its owner'],
    ['a further purpose', 'another purpose beside it', 'giving time stamps alone'],
  ] as const)('is refused: %s', async (_what, signer, sentence) => {
    const token = authority.sign(statement(), signer)
    await expect(verifyTimestamp(token, { digest, nonce })).rejects.toThrow(sentence)
  })

  test('is refused with a certificate that has lapsed, or was not valid yet', async () => {
    const sentence = 'was not valid at that time'
    for (const genTime of [new Date('2020-01-01'), new Date(Date.now() + 400 * 86_400_000)]) {
      const token = authority.sign(statement({ genTime }), 'good')
      await expect(verifyTimestamp(token, { digest, nonce })).rejects.toThrow(sentence)
    }
  })

  test('is refused where it does not name its certificate', async () => {
    const token = authority.sign(statement(), 'good', { cades: false })
    await expect(verifyTimestamp(token, { digest })).rejects.toThrow(
      'does not say which certificate',
    )
  })

  test('is refused where it is no time stamp, or stamps another hash', async () => {
    const data = authority.sign(statement(), 'good', { type: '1.2.840.113549.1.7.1' })
    await expect(verifyTimestamp(data, { digest })).rejects.toThrow('no time stamp')
    const sha512 = authority.sign(statement({ hash: '2.16.840.1.101.3.4.2.3' }), 'good')
    await expect(verifyTimestamp(sha512, { digest })).rejects.toThrow('for something else')
  })

  test('is refused with the signature of another', async () => {
    // Both name the same issuer; the numbers of their certificates differ.
    const token = Buffer.from(authority.sign(statement(), 'good'))
    token[token.length - 5]! ^= 1
    await expect(verifyTimestamp(token, { digest })).rejects.toThrow(
      'signature is not the time authority’s',
    )
  })

  test('is refused whichever bit of what it says is turned, with a sentence', async () => {
    const token = Buffer.from(authority.sign(statement(), 'good'))
    const at = token.indexOf(Buffer.from(digest))
    expect(at).toBeGreaterThan(0)
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length * 8 - 1), async (bit) => {
        const turned = Buffer.from(token)
        turned[bit >> 3]! ^= 1 << (bit & 7)
        const outcome = await verifyTimestamp(turned, {
          digest,
          nonce,
          roots: [authority.root],
        }).catch((error: unknown) => error)
        // What nothing signs, such as the version of the wrapping, may be turned: then it says the same.
        const expected =
          outcome instanceof TimestampError ? {} : { policy: POLICY, authority: 'Test Clock' }
        expect(outcome).toMatchObject(expected)
      }),
      { numRuns: 300 },
    )
  })
})

test('what is no answer at all is refused', () => {
  const wrong = [
    new Uint8Array(),
    new Uint8Array(10),
    Buffer.from('<html>'),
    new Uint8Array(new Sequence().toBER()),
  ]
  for (const bytes of wrong)
    expect(() => tokenOfResponse(bytes)).toThrow('no time stamp that can be read')
})

test('a request asks for the certificate and has the nonce', () => {
  const { result } = fromBER(Uint8Array.from(timestampRequest(digest, { nonce, policy: POLICY })))
  const parts = (result as Sequence).valueBlock.value
  expect(parts).toHaveLength(5)
  expect((parts[3] as Integer).valueBlock.valueHexView).toEqual(nonce)
})
