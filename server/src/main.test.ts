import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from './testing/api-client.ts'
import { createWorld, type World } from './testing/examples/world.ts'
import { createPolicy } from './testing/factories.ts'
import { scaled } from './testing/patience.ts'
import { programPath } from './testing/programs.ts'
import { openSocketAs } from './testing/socket.ts'
import { addressOf } from './testing/test-server.ts'

let world: World
let folder: string

beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-main-'))
})
afterAll(async () => {
  await world.server.stop()
  await rm(folder, { recursive: true })
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'it says where it listens in one line, and %s ends it in good order',
  async (signal) => {
    const child = spawn(execPath, [programPath('main')], {
      cwd: folder,
      env: {
        PATH: env.PATH,
        PORT: '0',
        DATA_DIR: folder,
        DATABASE_URL: addressOf(world.server.connection),
        LOG_LEVEL: 'silent',
      },
    })
    let out = ''
    let err = ''
    child.stderr.on('data', (part: Buffer) => (err += part.toString()))
    const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)))
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (part: Buffer) => {
        out += part.toString()
        if (out.includes('\n')) resolve()
      })
      child.once('close', () => resolve())
    })
    expect(err).toBe('')
    const [, url] = /^Front Desk is listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(out) ?? []
    const socket = await openSocketAs(url!, world.agent)
    const policy = await createPolicy(apiClient(url!).as(world.admin))

    const started = performance.now()
    child.kill(signal)
    expect(await socket.closed).toBe(1012)
    expect(await ended).toBe(0)
    expect(performance.now() - started).toBeLessThan(scaled(10_000))
    expect([out.split('\n').length, err]).toEqual([2, ''])
    const params = { id: policy.id }
    const stored = await world.server.api.as(world.agent)('GET /policies/:id', { params })
    expect(stored.status).toBe(200)
  },
)
