import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentForm } from '../../testing/documents.ts'
import { createMember, createProcess, type Member } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Member
let agent: Member
let other: Member

beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
  agent = await createMember(server, { firstName: 'Ben', lastName: 'Agent' })
  other = await createMember(server)
})
afterAll(async () => server.stop())

async function startRun() {
  const process = await createProcess(server.api.as(admin))
  const { body: run } = await server.api.as(agent)('POST /processes/:id/runs', {
    params: { id: process.id },
    body: { title: '14 Ferry Road' },
  })
  const { body: detail } = await server.api.as(agent)('GET /processes/runs/:id', {
    params: { id: run.id },
  })
  return { id: run.id, stepId: detail.steps[0]!.id }
}

const keptFiles = async () => {
  const folder = join(server.config.dataDir, 'files', 'run-proofs')
  const names: string[] = await readdir(folder).catch(() => [])
  return names
}

function proofForm(stepId?: string, content = 'Signed.') {
  const form = new FormData()
  if (stepId) form.set('step_id', stepId)
  form.set('file', new Blob([content]), 'receipt.txt')
  return form
}

test('whoever works on a run attaches files to it or to a step; everyone sees and fetches them', async () => {
  const { id, stepId } = await startRun()
  const api = server.api.as(other)
  const params = { id }
  const whole = await api('POST /processes/runs/:id/proofs', { params, body: proofForm() })
  expect(whole.status).toBe(201)
  const ofStep = await api('POST /processes/runs/:id/proofs', { params, body: proofForm(stepId) })
  expect(ofStep.body).toMatchObject({
    step_id: stepId,
    file_name: 'receipt.txt',
    file_type: 'txt',
    file_size: 7,
    added_by: other.id,
  })
  const { body } = await server.api.as(agent)('GET /processes/runs/:id/proofs', { params })
  expect(body.map((proof) => proof.step_id)).toEqual([null, stepId])
  const file = await server.api.as(agent).raw('GET /processes/runs/:id/proofs/:proof_id/file', {
    params: { id, proof_id: ofStep.body.id },
  })
  expect(file.body).toBe('Signed.')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="receipt.txt"/)
})

test('a proof is removed with its file by who added it, who started the run, and admins only', async () => {
  const { id } = await startRun()
  const add = async (who: Member) => {
    const { body } = await server.api.as(who)('POST /processes/runs/:id/proofs', {
      params: { id },
      body: proofForm(),
    })
    return { id, proof_id: body.id }
  }
  const remove = async (who: Member, params: Record<string, string>) =>
    (await server.api.as(who).raw('DELETE /processes/runs/:id/proofs/:proof_id', { params })).status
  const before = (await keptFiles()).length
  const byAdmin = await add(admin)
  expect(await remove(other, byAdmin)).toBe(403)
  expect(await remove(agent, byAdmin)).toBe(204)
  expect(await remove(agent, byAdmin)).toBe(404)
  expect(await remove(other, await add(other))).toBe(204)
  expect(await remove(admin, await add(other))).toBe(204)
  expect(await keptFiles()).toHaveLength(before)
})

test('a run that has ended takes no more, and gives none back', async () => {
  const { id } = await startRun()
  const params = { id }
  const { body: proof } = await server.api.as(agent)('POST /processes/runs/:id/proofs', {
    params,
    body: proofForm(),
  })
  await server.api.as(agent)('POST /processes/runs/:id/finish', { params })
  const before = await keptFiles()
  const ended = { status: 409, body: { code: 'run_ended' } }
  const api = server.api.as(agent)
  expect(
    await api.raw('POST /processes/runs/:id/proofs', { params, body: proofForm() }),
  ).toMatchObject(ended)
  const removal = { params: { id, proof_id: proof.id } }
  expect(await api.raw('DELETE /processes/runs/:id/proofs/:proof_id', removal)).toMatchObject(ended)
  expect(await keptFiles()).toEqual(before)
})

test('a step of another run, no file and another run’s proof are refused', async () => {
  const [one, two] = [await startRun(), await startRun()]
  const api = server.api.as(agent)
  const before = await keptFiles()
  const params = { id: one.id }
  const wrongStep = { params, body: proofForm(two.stepId) }
  expect((await api.raw('POST /processes/runs/:id/proofs', wrongStep)).status).toBe(404)
  const none = new FormData()
  none.set('title', 'x')
  expect(await api.raw('POST /processes/runs/:id/proofs', { params, body: none })).toMatchObject({
    status: 422,
    body: { fields: { file: 'Please choose a file' } },
  })
  expect(await keptFiles()).toEqual(before)
  const { body: proof } = await api('POST /processes/runs/:id/proofs', {
    params,
    body: documentForm(),
  })
  const crossed = { params: { id: two.id, proof_id: proof.id } }
  const file = await api.raw('GET /processes/runs/:id/proofs/:proof_id/file', crossed)
  expect(file.status).toBe(404)
})
