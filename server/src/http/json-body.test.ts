import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { readJsonBodiesOnly } from './json-body.ts'

const app = Fastify()
readJsonBodiesOnly(app)
app.post('/', async ({ body }) => ({ body }))
afterAll(async () => app.close())

const send = async (payload: string) =>
  app.inject({ method: 'POST', url: '/', headers: { 'Content-Type': 'application/json' }, payload })

describe('a body', () => {
  test.each([
    '{"email":"mine@example.com","email":"theirs@example.com"}',
    '{"email":"same@example.com","email":"same@example.com"}',
    '{"email":"mine@example.com","\\u0065mail":"theirs@example.com"}',
    '[{"a":{"b":1,"c":2,"b":3}}]',
    '{"a":{"b":1},"a":{"b":1,"c":2}}',
    '{"":1,"":2}',
  ])('that names a field twice is malformed: %s', async (payload) => {
    expect((await send(payload)).statusCode).toBe(400)
  })

  test.each([
    {},
    [],
    { a: { b: 1 }, b: { a: 1 } },
    [{ a: 1 }, { a: 2 }],
    { 'a:"b"': 'c: "d": {"c": 1, "c": 2}\\', 'e\\': ':\\":' },
    { list: [[], {}, null, '', ':', 1, true] },
  ])('is read as it was sent: %j', async (body) => {
    const compact = await send(JSON.stringify(body))
    const spaced = await send(JSON.stringify(body, null, 2))
    expect([compact.json(), spaced.json()]).toEqual([{ body }, { body }])
  })
})
