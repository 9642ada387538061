import { createHash } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, TSTInfo } from 'pkijs'
import { timestampRequest, tokenOfResponse } from '../src/features/evidence/timestamp.ts'
import { createTimeAuthority, POLICY } from '../src/testing/time-authority.ts'
import { type Case, fileOf, type World } from './world.fixture.ts'

const SHA256 = '2.16.840.1.101.3.4.2.1'
const digestOf = (note: string) => new Uint8Array(createHash('sha256').update(note).digest())

/** What an authority would say of a note, at any time. */
function statement(note: string, genTime: Date): Uint8Array {
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(digestOf(note)).buffer }),
    }),
    serialNumber: new Integer({ value: 7 }),
    genTime,
  })
  return new Uint8Array(info.toSchema().toBER())
}

const pemOf = (der: Uint8Array) => ({
  name: 'root.pem',
  text: `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`,
})

/** A pack with a good token, whose authority is known, and packs with tokens that don't hold. */
export async function ofTokens(world: World) {
  const [authority, stranger] = [createTimeAuthority(), createTimeAuthority()]
  const notes = world.notes.map(({ note }) => note)
  const request = timestampRequest(digestOf(notes[1]!), { nonce: Uint8Array.from([0x51, 2, 3]) })
  const token = tokenOfResponse(authority.answer(request))
  const root = { authorities: [pemOf(authority.root)] }
  const put = async (bytes: Uint8Array, number = 2) =>
    world.pack((draft) => draft.files.set(fileOf(number, 'tsr'), Buffer.from(bytes)))
  const signed = async (...how: Parameters<typeof authority.sign>) => put(authority.sign(...how))
  const now = statement(notes[1]!, new Date())
  const lapsed = statement(notes[1]!, new Date('2020-01-01'))
  const damaged = Uint8Array.from(token)
  damaged[damaged.length - 5]! ^= 1
  const cases: Case[] = [
    ['a token of another checkpoint', 'it was given for something else', await put(token, 3)],
    ['a token by a lapsed certificate', 'was not valid at that time', await signed(lapsed, 'good')],
    [
      'a token by a certificate for anything',
      'is not one for giving time stamps',
      await signed(now, 'no purpose'),
    ],
    [
      'a token by a certificate for other things, too',
      'giving time stamps alone',
      await signed(now, 'another purpose beside it'),
    ],
    [
      'a token by a certificate that does not bind',
      'does not bind its owner',
      await signed(now, 'purpose not critical'),
    ],
    [
      'a token by a certificate that somebody gave who is no authority',
      'is not vouched for by the one given',
      await signed(now, 'by no authority'),
      root,
    ],
    ['a token with a bit turned', 'of checkpoint 2 does not hold', await put(damaged)],
    ['a token that is none', 'no time stamp that can be read', await put(Buffer.from('token'))],
    [
      'a token of an authority that the reader’s certificate does not vouch for',
      'is not vouched for by the one given',
      await put(token),
      { authorities: [pemOf(stranger.root)] },
    ],
    [
      'a certificate that is none',
      'holds no certificate',
      await put(token),
      { authorities: [{ name: 'x.pem', text: 'x' }] },
    ],
  ]
  authority.remove()
  stranger.remove()
  return { cases, stamped: await put(token), root }
}
