import { createHash } from 'node:crypto'
import { allEndpoints, features } from '@frontdesk/contract/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, createPolicy } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { renderApiDocs } from './api-docs-page.ts'
import { html } from './html.ts'
import { buildOpenApi, type Operation } from './openapi.ts'

const document = buildOpenApi()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

function find(operationId: string): Operation {
  return operations.find(({ operation }) => operation.operationId === operationId)!.operation
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref') yield String(inner)
    else yield* referencesIn(inner)
  }
}

function resolve(reference: string): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document)
}

describe('the OpenAPI document', () => {
  it('has every endpoint of the contract, and no other', () => {
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const declared = allEndpoints.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    expect(described.sort()).toEqual(declared.sort())
  })

  it("calls each by the contract's name, once", () => {
    const names = Object.values(features).flatMap((group) => Object.keys(group))
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(names.sort())
    expect(new Set(names).size).toBe(names.length)
  })

  it('refers only to what is there', () => {
    const references = [...new Set(referencesIn(document))]
    expect(references.length).toBeGreaterThan(20)
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
  })

  it('is the same when it has been written and read', () => {
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document)
  })

  it('declares each part of a path that is to be filled in', () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = (operation.parameters ?? []).flatMap((parameter) =>
        'name' in parameter && parameter.in === 'path' ? [parameter.name] : [],
      )
      expect([path, ...declared]).toEqual([path, ...named])
    }
  })

  it('says who may call', () => {
    expect(find('login').security).toEqual([{}, { bearer: [] }])
    expect(find('listPolicies').security).toEqual([{ bearer: [] }])
    expect(find('createPolicy').security).toEqual([{ bearer: ['admin'] }])
    for (const [id, status] of [
      ['listPolicies', '401'],
      ['createPolicy', '403'],
      ['getPolicy', '404'],
      ['acknowledgePolicy', '409'],
      ['createPolicy', '422'],
      ['login', '429'],
      ['ready', '503'],
    ] as const) {
      expect([id, ...Object.keys(find(id).responses)]).toContain(status)
    }
  })

  it('says what must be sent, and what need not be', () => {
    expect(find('acknowledgePolicy').requestBody?.required).toBe(false)
    const { required, content } = find('createPolicy').requestBody!
    expect(required).toBe(true)
    expect(content['application/json']!.schema.required).toEqual(['title', 'content'])
  })

  it('leaves the noise of generated patterns out', () => {
    expect(JSON.stringify(document)).not.toMatch(/"pattern"|9007199254740991|\$defs/)
  })
})

describe('over HTTP', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { publicUrl: 'https://desk.example.com' } })
  })
  afterAll(() => server.stop())

  it('gives the document to anyone', async () => {
    const response = await fetch(`${server.url}/api/v1/openapi.json`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toEqual(document)
  })

  it('gives a page on which only its own style and script apply', async () => {
    const response = await fetch(`${server.url}/api/docs`)
    expect(response.status).toBe(200)
    expect(response.headers.get('strict-transport-security')).toBeTruthy()
    const page = await response.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain(`style-src 'sha256-${hash}'`)
    expect(policy).toContain("default-src 'none'")
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)![1]!
    const its = createHash('sha256').update(script).digest('base64')
    expect(policy).toContain(`script-src 'sha256-${its}'; connect-src 'self';`)
    expect(page.split('<script')).toHaveLength(2)
    expect(page).not.toMatch(/\sstyle=|(src|href)="(https?:)?\/\//)
    expect(page).toContain('DESK=https://desk.example.com/api/v1')
  })

  it('takes nothing but GET and HEAD', async () => {
    for (const path of ['/api/docs', '/api/v1/openapi.json']) {
      expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(404)
      expect((await fetch(server.url + path, { method: 'HEAD' })).status).toBe(200)
    }
  })

  it('promises the headers that are really sent', async () => {
    const admin = server.api.as(await createMember(server))
    const { id } = await createPolicy(admin)
    const other = await createPolicy(admin, { title: 'Showings' })
    await admin('DELETE /policies/:id', { params: { id: other.id } })
    const query = { limit: 1 }
    const params = { id }
    const answers = {
      getPolicy: await admin('GET /policies/:id', { params }),
      createPolicy: await admin('POST /policies', { body: { title: 'A', content: 'B' } }),
      updatePolicy: await admin('PUT /policies/:id', {
        params,
        body: { title: 'C', content: 'D' },
      }),
      restorePolicy: await admin('POST /policies/:id/restore', { params: { id: other.id } }),
      listPolicies: await admin('GET /policies', { query }),
      listAcknowledgments: await admin('GET /admin/policies/acknowledgments', { query }),
      exportAcknowledgments: await admin('GET /admin/policies/acknowledgments.csv'),
      csrfToken: await admin('GET /csrf-token'),
    }
    for (const [operationId, answer] of Object.entries(answers)) {
      const described = find(operationId).responses[String(answer.status)]
      const names = described && 'headers' in described ? Object.keys(described.headers ?? {}) : []
      // There is one page of acknowledgments, so no next one.
      const missing = names.filter((name) => !answer.headers.has(name))
      expect([operationId, ...missing]).toEqual(
        operationId === 'listAcknowledgments' ? [operationId, 'Link'] : [operationId],
      )
      expect(names).not.toEqual([])
    }
  })
})

describe('the page', () => {
  const page = renderApiDocs(document, 'http://127.0.0.1:3000')

  it('leads to each of its calls and schemas, and nowhere else', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1])
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
    for (const { operation } of operations) expect(targets).toContain(operation.operationId)
  })

  it('writes every type and value out', () => {
    expect(page).not.toMatch(/undefined|\[object|NaN|anything/)
  })

  it('escapes what is put into it', () => {
    expect(html`<p title="${'"'}">${['<b>', html`<i>${'&'}</i>`]}</p>`.text).toBe(
      '<p title="&#34;">&#60;b&#62;<i>&#38;</i></p>',
    )
  })
})
