import { createHash } from 'node:crypto'
import { hashOfText } from '../src/features/policies/acknowledgment-chain.ts'
import { type Draft, lines, rowsOf, TestKey } from './pack.fixture.ts'
import { type Case, World } from './world.fixture.ts'

const nameOf = (bytes: Buffer, size = '4x3') =>
  `pictures/${createHash('sha256').update(bytes).digest('hex')}-${size}.webp`

const PICTURE = Buffer.from('RIFF: how the phone is held')
const OTHER = Buffer.from('RIFF: how it is not')
const PATH = nameOf(PICTURE)
const TITLE = 'Wire fraud'
const CONTENT = `Call first.\n\n![The phone](/api/v1/${PATH} "So")`

/** Packs in one of whose texts there is a picture. */
export async function ofPictures(): Promise<{ good: Buffer; cases: Case[] }> {
  const content_sha256 = hashOfText(TITLE, CONTENT)
  const world = await World.make(new TestKey(), (record) =>
    record.policy_title === TITLE ? { ...record, content_sha256 } : record,
  )
  const pack = async (change: (draft: Draft) => unknown = () => undefined) =>
    world.pack((draft) => {
      const texts = rowsOf(draft.files.get('texts.jsonl')!).map((text) =>
        text.title === TITLE ? { ...text, content: CONTENT, content_sha256 } : text,
      )
      draft.files.set('texts.jsonl', lines(texts))
      draft.files.set(PATH, PICTURE)
      return change(draft)
    })
  return { good: await pack(), cases: casesOf(world, pack) }
}

type Packing = (change: (draft: Draft) => unknown) => Promise<Buffer>

function casesOf(world: World, pack: Packing): Case[] {
  return [
    [
      'another picture under the name of the one that was signed',
      'is not the picture of which its name is the hash',
      pack(({ files }) => files.set(PATH, OTHER)),
    ],
    [
      'a flipped bit in a picture',
      'is not the picture of which its name is the hash',
      pack(({ files }) => {
        const flipped = Buffer.from(PICTURE)
        flipped[7]! ^= 1
        files.set(PATH, flipped)
      }),
    ],
    [
      'a picture that is missing',
      'A picture of the text “Wire fraud” is missing',
      pack(({ files }) => files.delete(PATH)),
    ],
    [
      'another picture in its place, under its own name',
      'A picture of the text “Wire fraud” is missing',
      pack(({ files }) => files.delete(PATH) && files.set(nameOf(OTHER), OTHER)),
    ],
    [
      'a picture of another size, by its name',
      'A picture of the text “Wire fraud” is missing',
      pack(({ files }) => files.delete(PATH) && files.set(nameOf(PICTURE, '40x30'), PICTURE)),
    ],
    [
      'one more picture than the texts name',
      'There is a picture that no text names',
      pack(({ files }) => files.set(nameOf(OTHER), OTHER)),
    ],
    [
      'a picture in a pack without any',
      'There is a picture that no text names',
      world.pack(({ files }) => {
        files.set(PATH, PICTURE)
        const texts = rowsOf(files.get('texts.jsonl')!)
        files.set('texts.jsonl', lines(texts))
      }),
    ],
    [
      'a picture that is named by no hash',
      'which is no file of a pack',
      pack(({ files }) => files.set('pictures/phone.webp', PICTURE)),
    ],
    [
      'a picture outside of its folder',
      'which would be written outside of its folder',
      pack(({ files }) => files.set(PATH.replace('pictures/', 'pictures/../'), PICTURE)),
    ],
    [
      'another picture in a text',
      'was changed: it does not match its hash',
      pack(({ files }) => {
        const text = files.get('texts.jsonl')!.toString()
        files.set('texts.jsonl', Buffer.from(text.replace(PATH, nameOf(OTHER))))
        files.delete(PATH)
        files.set(nameOf(OTHER), OTHER)
      }),
    ],
  ]
}
