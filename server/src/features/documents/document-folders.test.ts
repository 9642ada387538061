import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocument } from '../../testing/documents.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server)
})
afterAll(async () => server.stop())

const asAdmin = () => server.api.as(admin)
const asAgent = () => server.api.as(agent)

const addFolder = async (name: string) => {
  const { body } = await asAdmin()('POST /documents/folders', { body: { name } })
  return body
}
const move = async (ids: string[], folderId: string | null) =>
  asAdmin().raw('POST /documents/move', { body: { document_ids: ids, folder_id: folderId } })

test('a document is put into a folder when it is added, later, and with others; its revision stays', async () => {
  const leases = await addFolder('Leases')
  const [first, second] = [
    await createDocument(asAdmin(), { title: 'Lease A', folder_id: leases.id }),
    await createDocument(asAdmin(), { title: 'Lease B' }),
  ]
  expect(first).toMatchObject({ folder_id: leases.id, folder_name: 'Leases', pinned: false })
  expect(second).toMatchObject({ folder_id: null, folder_name: null })
  expect((await move([first.id, second.id], leases.id)).body).toEqual({ moved: 1 })
  const { body: moved } = await asAgent()('GET /documents/:id', { params: { id: second.id } })
  expect(moved).toMatchObject({ folder_name: 'Leases', revision: second.revision })
  expect(moved.updated_at).toBe(second.updated_at)

  // Whoever knows nothing of folders saves as before.
  const about = { title: 'Lease B', category: 'Legal' as const }
  const save = async (body: object) =>
    asAdmin().raw('PUT /documents/:id', { params: { id: second.id }, body: { ...about, ...body } })
  expect((await save({})).body).toMatchObject({ folder_id: leases.id })
  expect((await save({ folder_id: null })).body).toMatchObject({ folder_id: null })
  expect((await save({ folder_id: leases.id })).body).toMatchObject({ folder_id: leases.id })
})

test('the list is narrowed by folder, and each says how many match in it', async () => {
  const word = `kestrel${Date.now()}`
  const [forms, empty] = [await addFolder(`Forms ${word}`), await addFolder(`Bare ${word}`)]
  const add = async (title: string, folder_id?: string, category = 'Legal') =>
    createDocument(asAdmin(), { title: `${title} ${word}`, folder_id, category })
  await add('One', forms.id)
  await add('Two', forms.id, 'Finance')
  await add('Three')
  const titles = async (query: Record<string, string>) => {
    const { body } = await asAgent()('GET /documents', { query: { search: word, ...query } })
    return body.map(({ title }) => title.split(' ')[0])
  }
  expect(await titles({ folder: forms.id })).toEqual(['One', 'Two'])
  expect(await titles({ folder: 'none' })).toEqual(['Three'])
  expect(await titles({ folder: empty.id })).toEqual([])
  const counts = async (query: Record<string, string>) => {
    const { body } = await asAgent()('GET /documents/folders', { query })
    const counted = body.folders.filter(({ name }) => name.endsWith(word))
    return [...counted.map((folder) => [folder.documents, folder.all_documents]), body.unfiled]
  }
  expect(await counts({ search: word })).toEqual([[0, 0], [2, 2], 1])
  expect(await counts({ search: word, category: 'Finance' })).toEqual([[0, 0], [1, 2], 0])
  // The folder's name is searched, too.
  await createDocument(asAdmin(), { title: 'Hidden in it', folder_id: forms.id })
  expect(await titles({ search: `forms ${word}` })).toEqual(['Hidden', 'One', 'Two'])
})

test('a folder has a name of its own, is renamed, and leaves its documents behind', async () => {
  const folder = await addFolder('Contracts')
  const params = { id: folder.id }
  const { id } = await createDocument(asAdmin(), { title: 'A contract', folder_id: folder.id })
  const other = await addFolder('Old contracts')
  const taken = { status: 409, body: { code: 'name_taken' } }
  const rename = async (name: string) =>
    asAdmin().raw('PUT /documents/folders/:id', { params: { id: other.id }, body: { name } })
  expect(
    await asAdmin().raw('POST /documents/folders', { body: { name: 'CONTRACTS' } }),
  ).toMatchObject(taken)
  expect(await rename('contracts')).toMatchObject(taken)
  expect(await rename('OLD contracts')).toMatchObject({ status: 200 })
  expect(await rename('   ')).toMatchObject({
    status: 422,
    body: { fields: { name: 'Please enter a name' } },
  })

  await asAdmin()('DELETE /documents/folders/:id', { params })
  const { body: left } = await asAgent()('GET /documents/:id', { params: { id } })
  expect(left).toMatchObject({ title: 'A contract', folder_id: null })
  expect((await asAdmin().raw('DELETE /documents/folders/:id', { params })).status).toBe(404)
  expect(await move([id], folder.id)).toMatchObject({
    status: 422,
    body: { code: 'unknown_folder' },
  })
  expect(
    await asAdmin().raw('PUT /documents/:id', {
      params: { id },
      body: { title: 'A contract', category: 'Legal', folder_id: folder.id },
    }),
  ).toMatchObject({ status: 422, body: { fields: { folder_id: expect.any(String) } } })
})

test('where one of several is not there, none is moved', async () => {
  const folder = await addFolder('All or nothing')
  const [kept, gone] = [await createDocument(asAdmin()), await createDocument(asAdmin())]
  await asAdmin()('DELETE /documents/:id', { params: { id: gone.id } })
  expect((await move([kept.id, gone.id], folder.id)).status).toBe(404)
  const { body } = await asAdmin()('GET /documents/:id', { params: { id: kept.id } })
  expect(body.folder_id).toBeNull()
})

test('the search finds a document by its folder, under its new name, and not by one that is gone', async () => {
  const folder = await addFolder('Nightjar papers')
  const { id } = await createDocument(asAdmin(), { title: 'Plain', folder_id: folder.id })
  const finds = async (query: string) => {
    const { body } = await asAgent()('POST /search', { body: { query } })
    return body.documents.some((document) => document.id === id)
  }
  await expect.poll(() => finds('nightjar')).toBe(true)
  const params = { id: folder.id }
  await asAdmin()('PUT /documents/folders/:id', { params, body: { name: 'Whimbrel papers' } })
  await expect.poll(() => finds('whimbrel')).toBe(true)
  expect(await finds('nightjar')).toBe(false)
  await asAdmin()('DELETE /documents/folders/:id', { params })
  await expect.poll(() => finds('whimbrel')).toBe(false)
})

test('pinned documents stand on top where that is asked for, on every page, and nowhere else', async () => {
  const word = `godwit${Date.now()}`
  const add = async (title: string) =>
    createDocument(asAdmin(), { title: `${title} ${word}`, content: Buffer.from(title) })
  const [, b, , d] = [await add('A'), await add('B'), await add('C'), await add('D')]
  const pin = async (id: string, pinned: boolean) =>
    asAdmin()('PUT /documents/:id/pin', { params: { id }, body: { pinned } })
  expect((await pin(b.id, true)).body).toMatchObject({ pinned: true, revision: b.revision })
  await pin(d.id, true)
  const titles = async (query: Record<string, string>) => {
    const found = []
    let cursor: string | undefined
    do {
      const { body, headers } = await asAgent()('GET /documents', {
        query: { search: word, limit: 1, ...(cursor && { cursor }), ...query },
      })
      found.push(...body.map(({ title }) => title[0]))
      cursor = /cursor=([^>&]+)/.exec(headers.get('link') ?? '')?.[1]
    } while (cursor)
    return found.join('')
  }
  expect(await titles({ pinned_first: 'true' })).toBe('BDAC')
  expect(await titles({ pinned_first: 'true', order: 'desc' })).toBe('DBCA')
  expect(await titles({})).toBe('ABCD')
  await pin(b.id, false)
  expect(await titles({ pinned_first: 'true' })).toBe('DABC')
})
