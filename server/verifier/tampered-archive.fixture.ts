import { packArchive } from '../src/features/evidence/pack-archive.ts'
import { TestKey } from './pack.fixture.ts'
import { type Case, fileOf, rewrite, sourceOf, World } from './world.fixture.ts'
import { openArchive, readEntry } from './zip.ts'

type Files = [path: string, content: Buffer][]

async function filesOf(bytes: Buffer): Promise<Files> {
  const source = sourceOf(bytes)
  const files: Files = []
  for (const [path, entry] of await openArchive(source)) {
    const pieces: Uint8Array[] = []
    for await (const piece of readEntry(source, entry)) pieces.push(piece)
    files.push([path, Buffer.concat(pieces)])
  }
  return files
}

/** The same archive with other files in it, by somebody who can't sign. */
async function repacked(bytes: Buffer, change: (files: Files) => Files): Promise<Buffer> {
  const files = change(await filesOf(bytes))
  const isLast = ([path]: Files[number]) => path.startsWith('manifest.')
  const named = (some: Files) => some.map(([path, content]) => ({ path, content }))
  const pieces: Buffer[] = []
  const archive = packArchive(
    (async function* () {
      yield* named(files.filter((file) => !isLast(file)))
    })(),
    async () => named(files.filter(isLast)),
  )
  for await (const piece of archive) pieces.push(piece)
  return Buffer.concat(pieces)
}

const replaced = (path: string, change: (content: Buffer) => Buffer) => (files: Files) =>
  files.map(([name, content]): Files[number] => [name, name === path ? change(content) : content])

/** One bit in the middle of it. */
const turned = (content: Buffer) => {
  const copy = Buffer.from(content.length === 0 ? ' ' : content)
  copy[copy.length >> 1]! ^= 1
  return copy
}

/** By somebody who has no key. */
// oxlint-disable-next-line max-lines-per-function -- a table
export async function ofFiles(world: World, good: Buffer): Promise<Case[]> {
  const other = await filesOf(await (await World.make(new TestKey(), rewrite)).pack())
  const swap = (files: Files) => {
    const [one, two] = [fileOf(2), fileOf(3)].map((path) => files.find(([name]) => name === path)!)
    return files.map(([name, content]): Files[number] =>
      name === one![0] ? [name, two![1]] : name === two![0] ? [name, one![1]] : [name, content],
    )
  }
  const from = (path: string) => replaced(path, () => other.find(([name]) => name === path)![1])
  const bits = (await filesOf(good)).map(([path]): Case => [
    `a bit turned in ${path}`,
    path === 'manifest.json'
      ? '(manifest|pack is of a newer kind)'
      : path === 'manifest.note'
        ? 'manifest'
        : `“${path}” was changed`,
    repacked(good, replaced(path, turned)),
  ])
  return [
    ...bits,
    [
      'a file added',
      '“extra.txt” was added to the pack',
      repacked(good, (files) => [['extra.txt', Buffer.from('!')], ...files]),
    ],
    [
      'a file removed',
      '“texts.jsonl” is missing: the manifest names it',
      repacked(good, (files) => files.filter(([path]) => path !== 'texts.jsonl')),
    ],
    ['two files swapped', '“checkpoints/000002.note” was changed', repacked(good, swap)],
    [
      'a file renamed',
      '“audit2.jsonl” was added to the pack',
      repacked(good, (files) =>
        files.map(([path, content]): Files[number] => [
          path === 'audit.jsonl' ? 'audit2.jsonl' : path,
          content,
        ]),
      ),
    ],
    [
      'files in another order',
      'The archive is not the one',
      repacked(good, (f) => [f[1]!, f[0]!, ...f.slice(2)]),
    ],
    [
      'records of another pack',
      '“records.jsonl” was changed',
      repacked(good, from('records.jsonl')),
    ],
    [
      'the manifest of another pack',
      'The manifest was changed after',
      repacked(good, from('manifest.json')),
    ],
    [
      'another pack’s manifest and its signature',
      'was (added|changed)|is missing',
      repacked(good, (files) => from('manifest.note')(from('manifest.json')(files))),
    ],
    [
      'no manifest',
      'it has no “manifest.json”',
      repacked(good, (files) => files.filter(([path]) => path !== 'manifest.json')),
    ],
    [
      'a manifest by another key',
      'is not signed by the key that it names',
      world.pack((draft) => (draft.signer = new TestKey())),
    ],
    [
      'everything by another key',
      'not signed by the key that you gave',
      (await World.make()).pack(),
      { key: await world.key.vkey() },
    ],
  ]
}

/** Of the archive itself. */
// oxlint-disable-next-line max-lines-per-function -- a table
export async function ofArchive(good: Buffer): Promise<Case[]> {
  const edited = (change: (bytes: Buffer, directory: number) => void) => {
    const copy = Buffer.from(good)
    change(copy, copy.readUInt32LE(copy.length - 6))
    return copy
  }
  const named = (name: string) =>
    edited((bytes, directory) => {
      // As long as “README.txt”, the first file.
      bytes.write(name, 30, 'latin1')
      bytes.write(name, directory + 46, 'latin1')
    })
  const entries = await openArchive(sourceOf(good))
  const second = [...entries.keys()][1]!
  return [
    ['a zip slip', 'would be written outside of its folder', named('../../a.sh')],
    ['an absolute name', 'would be written outside of its folder', named('/etc/a.txt')],
    ['a backslash', 'would be written outside of its folder', named('..\\..\\a.sh')],
    ['a drive', 'would be written outside of its folder', named('C:/READ.me')],
    ['a folder', 'a pack has files only', named('README.tx/')],
    ['letters that are not ASCII', 'a name that no file of a pack has', named('REÄDME.txt')],
    [
      '10 GB announced',
      '“README.txt” says that it is 4.0 GB or more',
      edited((bytes, directory) => bytes.writeUInt32LE(0xffffffff, directory + 24)),
    ],
    ['10 GB announced as ZIP64 does', 'says that it is 4.0 GB or more', zip64(good, 'README.txt')],
    [
      '2 GB announced',
      '“README.txt” says that it is 2.0 GB or more',
      edited((bytes, directory) => bytes.writeUInt32LE(2 ** 31, directory + 24)),
    ],
    [
      'fewer bytes announced than there are',
      '“README.txt” is larger than the archive says',
      edited((bytes, directory) => {
        const { end } = entries.get('README.txt')!
        bytes.writeUInt32LE(3, directory + 24)
        bytes.writeUInt32LE(3, end - 4)
      }),
    ],
    [
      'an encrypted file',
      '“README.txt” is encrypted',
      edited((bytes, directory) => bytes.writeUInt16LE(9, directory + 8)),
    ],
    [
      'two files over each other',
      'two files that share bytes',
      edited((bytes, directory) => bytes.writeUInt32LE(0, directory + 46 + 10 + 42)),
    ],
    [
      'two names in the directory and before the file',
      'says two things of “README.txt”',
      edited((bytes) => bytes.write('readme.txt', 30)),
    ],
    [
      'the same file twice',
      'has the file “README.txt” twice',
      repacked(good, (files) => [files[0]!, ...files]),
    ],
    [
      'a file that the directory does not list',
      'belong to no file',
      withoutListed(good, 'README.txt'.length),
    ],
    ['something in front', 'This is not a whole pack', Buffer.concat([Buffer.from('MZ'), good])],
    ['something behind', 'This is not a whole pack', Buffer.concat([good, Buffer.from('!')])],
    ['half of it', 'This is not a whole pack', good.subarray(0, good.length >> 1)],
    ['nothing', 'This is not a whole pack', Buffer.alloc(0)],
    [
      'a file’s date',
      'was changed, or packed anew',
      edited((bytes, directory) => bytes.writeUInt16LE(0x5b21, directory + 14)),
    ],
    [
      'damaged bytes',
      `“(README.txt|${second})” is damaged`,
      edited((bytes) => bytes.fill(0xff, 40, 46)),
    ],
  ]
}

/** The first file's size, of 10 GB, stands in an extra field of the directory. */
function zip64(good: Buffer, name: string): Buffer {
  const directory = good.readUInt32LE(good.length - 6)
  const head = Buffer.from(good.subarray(directory, directory + 46 + name.length))
  head.writeUInt32LE(0xffffffff, 24)
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(10n * 1024n ** 3n, 4)
  head.writeUInt16LE(extra.length, 30)
  const end = Buffer.from(good.subarray(-22))
  end.writeUInt32LE(end.readUInt32LE(12) + extra.length, 12)
  const others = good.subarray(directory + head.length, -22)
  return Buffer.concat([good.subarray(0, directory), head, extra, others, end])
}

/** Takes the first file out of the directory, which stays whole otherwise. */
function withoutListed(good: Buffer, name: number): Buffer {
  const directory = good.readUInt32LE(good.length - 6)
  const end = Buffer.from(good.subarray(-22))
  for (const at of [8, 10]) end.writeUInt16LE(end.readUInt16LE(at) - 1, at)
  end.writeUInt32LE(end.readUInt32LE(12) - 46 - name, 12)
  return Buffer.concat([
    good.subarray(0, directory),
    good.subarray(directory + 46 + name, -22),
    end,
  ])
}
