import { createHash } from 'node:crypto'
import { picturesNamedIn } from '@frontdesk/contract/picture-names'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { zipFile } from '../../testing/files/zip-file.ts'
import { bringIn } from '../../testing/imports.ts'
import { pictureForm, pictureOf } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server, { role: 'admin' })
})
afterAll(async () => server.stop())

const NS = 'http://schemas.openxmlformats.org'
const WORD = `${NS}/wordprocessingml/2006/main`
const line = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`

/** A paragraph that is one picture. */
const picture = (id: string, words = '') =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${NS}/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="P" descr="${words}"/><a:graphic xmlns:a="${NS}/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="${NS}/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="${id}" xmlns:r="${NS}/officeDocument/2006/relationships"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

function wordWith(body: string, media: Record<string, Buffer>): Buffer {
  const related = Object.keys(media).map(
    (name) =>
      `<Relationship Id="${name}" Type="${NS}/officeDocument/2006/relationships/image" Target="media/${name}"/>`,
  )
  const kinds = ['png', 'jpeg', 'gif', 'emf'].map(
    (kind) =>
      `<Default Extension="${kind}" ContentType="image/${kind === 'emf' ? 'x-emf' : kind}"/>`,
  )
  return zipFile({
    '[Content_Types].xml': `<Types xmlns="${NS}/package/2006/content-types">${kinds.join('')}</Types>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${NS}/package/2006/relationships">${related.join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.entries(media).map(([name, content]) => [`word/media/${name}`, content]),
    ),
  })
}

const drop = async (body: string, media: Record<string, Buffer>) =>
  bringIn(server.api.as(admin), 'handbook.docx', wordWith(body, media))

const countPictures = async () =>
  (await server.db.selectFrom('pictures').select('name').execute()).length

test('pictures of a Word file come in where they stand, with their words, and go into the draft', async () => {
  const media = { 'a.png': await pictureOf(120, 80), 'b.jpeg': await pictureOf(90, 60, 'jpeg') }
  const body = [
    line('Turn the dial.'),
    picture('a.png', 'The lockbox, [open]'),
    line('Then pull.'),
    picture('b.jpeg'),
  ].join('')
  const made = await drop(body, media)
  expect(made).toMatchObject({ state: 'ready', notes: [] })
  const [lockbox, pull] = picturesNamedIn(made.markdown)
  expect(made.markdown).toBe(
    `Turn the dial.\n\n![The lockbox, \\[open\\]](/api/v1/pictures/${lockbox})\n\nThen pull.\n\n![](/api/v1/pictures/${pull})`,
  )
  expect(lockbox).toMatch(/-120x80\.webp$/)
  expect(pull).toMatch(/-90x60\.webp$/)
  const answer = await fetch(`${server.url}/api/v1/pictures/${lockbox}`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(lockbox).toContain(createHash('sha256').update(bytes).digest('hex'))
  const kept = await server.api.as(admin)('POST /imports/:id/keep', {
    params: { id: made.id },
    body: { parts: [{ title: 'Keys', from: 0, to: made.markdown.length }] },
  })
  const { body: draft } = await server.api.as(admin)('GET /drafts/:id', {
    params: { id: kept.body.draft_ids[0]! },
  })
  expect(JSON.stringify(draft.body)).toContain(lockbox)
})

test('one picture that stands twice is one; what is damaged or cannot be shown is named', async () => {
  const before = await countPictures()
  const media = {
    'a.png': await pictureOf(31, 30),
    'b.png': Buffer.from('not a picture'),
    'c.emf': Buffer.from('a drawing'),
  }
  const made = await drop(
    [
      line('Before'),
      picture('a.png'),
      picture('a.png'),
      picture('b.png'),
      picture('c.emf'),
      line('After'),
    ].join(''),
    media,
  )
  expect(made.notes).toEqual([
    'One picture was left out: only PNG, JPEG, GIF and WebP can be shown everywhere.',
    'One picture is damaged or too large, and left out.',
  ])
  expect(picturesNamedIn(made.markdown)).toHaveLength(1)
  expect(made.markdown).not.toContain('carried:')
  expect(made.markdown).toMatch(/^Before\n\n!\[.*After$/s)
  expect(await countPictures()).toBe(before + 1)
})

test('at most sixty come in, and the rest is named', async () => {
  const media = { 'a.gif': await pictureOf(20, 20, 'gif') }
  const made = await drop(line('Many') + picture('a.gif').repeat(62), media)
  expect(made.notes).toEqual([
    '2 pictures were left out: at most 60 come in with a file, of 60 MB together.',
  ])
})

const written = (content: Buffer, kind = 'png') =>
  `data:image/${kind};base64,${content.toString('base64')}`

test('pictures that stand in a page come in with their words; what is elsewhere is named', async () => {
  const page = `<h1>Keys</h1><p>Turn <img class="wide" alt="The lockbox, [open]" src="${written(await pictureOf(121, 80))}"> it.
    <picture><source srcset="x.webp"><img src='${written(await pictureOf(91, 60, 'jpeg'), 'jpeg')}'></picture>
    <img src="${written(Buffer.from('<svg/>'), 'svg+xml')}"><img src="https://example.com/a.png"><img src="carried:7"></p>`
  const made = await bringIn(server.api.as(admin), 'handbook.html', Buffer.from(page))
  const [lockbox, pull] = picturesNamedIn(made.markdown)
  expect(made.markdown).toContain(`![The lockbox, \\[open\\]](/api/v1/pictures/${lockbox}) it.`)
  expect(lockbox).toMatch(/-121x80\.webp$/)
  expect(pull).toMatch(/-91x60\.webp$/)
  expect(made.markdown).not.toMatch(/data:|carried|counted/)
  expect(made.notes).toEqual([
    'Pictures were left out, and none was fetched from elsewhere.',
    'One picture was left out: only PNG, JPEG, GIF and WebP can be shown everywhere.',
  ])
})

test('a page of five large pictures is as long as its words', async () => {
  const large = Buffer.concat([await pictureOf(300, 200), Buffer.alloc(1_500_000, 'x')])
  const page = `<h1>Keys</h1>${`<p>Turn <img src="${written(large)}">.</p>`.repeat(5)}`
  expect(page.length).toBeGreaterThan(10_000_000)
  const made = await bringIn(server.api.as(admin), 'long.html', Buffer.from(page))
  expect(made).toMatchObject({ state: 'ready', notes: [] })
  expect(picturesNamedIn(made.markdown)).toHaveLength(1)
})

test('pictures that stand in Markdown come in, where they stand and as Google Docs writes them', async () => {
  const text = [
    '# Keys',
    `Turn ![the \\[dial\\]](${written(await pictureOf(122, 80))} "Dial") now.`,
    '![][image1] and ![Pull][Image1] and ![image1] and ![a drawing][image2].',
    '![elsewhere](https://example.com/a.png) [a link][image3] ![unknown][image9]',
    `[image1]: <${written(await pictureOf(92, 60, 'jpeg'), 'jpeg')}>`,
    `[image2]: <${written(Buffer.from('<svg/>'), 'svg+xml')}>`,
    '[image3]: https://example.com/',
  ].join('\n\n')
  const made = await bringIn(server.api.as(admin), 'handbook.md', Buffer.from(text))
  const [dial, first] = [...new Set(picturesNamedIn(made.markdown))]
  expect(dial).toMatch(/-122x80\.webp$/)
  expect(first).toMatch(/-92x60\.webp$/)
  const pull = `/api/v1/pictures/${first}`
  expect(made.markdown).toBe(
    [
      '# Keys',
      `Turn ![the \\[dial\\]](/api/v1/pictures/${dial}) now.`,
      `![](${pull}) and ![Pull](${pull}) and ![](${pull}) and .`,
      '![elsewhere](https://example.com/a.png) [a link][image3] ![unknown][image9]',
      '[image3]: https://example.com/',
    ].join('\n\n'),
  )
  expect(made.notes).toEqual([
    'One picture was left out: only PNG, JPEG, GIF and WebP can be shown everywhere.',
    'Pictures were not brought along: one on another site is shown as a link.',
  ])
  expect(made.plain).not.toContain('base64')
})

test('a picture beside a million that only begin holds nobody up', async () => {
  const text = `![Dial](${written(await pictureOf(33, 30))})\n${'!['.repeat(950_000)}`
  const made = await bringIn(server.api.as(admin), 'begun.md', Buffer.from(text))
  expect(made.state).toBe('ready')
  expect(picturesNamedIn(made.markdown)).toHaveLength(1)
})

test('what a text says of pictures is only words', async () => {
  const made = await drop(line('![x](carried:1) and ![y](/api/v1/pictures/x)'), {})
  expect(made.markdown.replaceAll('\\', '')).toBe('![x](carried:1) and ![y](/api/v1/pictures/x)')
  const { id } = await bringIn(
    server.api.as(admin),
    'a.html',
    Buffer.from('<p>A <img src="carried:1" alt="x"> b</p>'),
  )
  const { body } = await server.api.as(admin)('GET /imports/:id', { params: { id } })
  expect(body.markdown).not.toContain('carried')
})

test('pictures of another portal are left out and named; what only writes of one keeps its words', async () => {
  const [one, other] = ['a', 'b'].map((digit) => `/api/v1/pictures/${digit.repeat(64)}-10x10.webp`)
  const { body: own } = await server.api.as(admin)('POST /pictures', {
    body: pictureForm(await pictureOf(44, 40), { field: 'picture' }),
  })
  const made = await bringIn(
    server.api.as(admin),
    'a.md',
    Buffer.from(
      `# Keys\n\nBefore ![The \\[box\\]](${one} "So") and ![](${own.path}) after.\n\nSee [there](${other}).`,
    ),
  )
  expect(made).toMatchObject({
    state: 'ready',
    markdown: `# Keys\n\nBefore  and ![](${own.path}) after.\n\nSee [there](${other!.replace('.webp', '')}).`,
    notes: ['2 pictures are of another portal, and left out. Please add them again.'],
  })
})
