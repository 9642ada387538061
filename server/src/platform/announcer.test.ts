import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Db } from '../db/connect.ts'
import { EVER } from '../testing/patience.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { Announcer } from './announcer.ts'
import { listen, type Listener } from './listen.ts'
import type { Announcement } from './publish.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let db: Db
let listener: Listener
const heard: (Announcement | null)[] = []

beforeAll(async () => {
  server = await startTestServer()
  db = connect(server.connection, 1, () => undefined)
  listener = await listen(server.connection, log)
  listener.subscribe((announcement) => heard.push(announcement))
})
afterAll(async () => {
  await listener.close()
  await db.destroy()
  await server.stop()
})

test('all is told, and what is said again while it waits is told once', async () => {
  heard.length = 0
  const announcer = new Announcer(db, log)
  announcer.tell({ keys: ['me'], userIds: ['first'] })
  for (let count = 0; count < 20; count += 1) announcer.tell({ keys: ['users'], adminsOnly: true })
  announcer.tell({ keys: ['tests'], userIds: ['last'] })
  await announcer.close()
  await vi.waitFor(() => expect(heard).toHaveLength(3), EVER)
  expect(heard.map((one) => one?.keys.join())).toEqual(['me', 'users', 'tests'])
})

test('what could not be told is told when the database is back', async () => {
  heard.length = 0
  const lost = connect(server.connection, 1, () => undefined)
  const announcer = new Announcer(lost, log)
  const refuse = vi.spyOn(lost, 'getExecutor').mockImplementationOnce(() => {
    throw new Error('away')
  })
  announcer.tell({ keys: ['attempts'] })
  await vi.waitFor(() => expect(heard).toMatchObject([{ keys: ['attempts'] }]), EVER)
  expect(refuse).toHaveBeenCalled()
  await announcer.close()
  await lost.destroy()
})

test('a server that starts has the others ask again, for what one that was killed could not tell', async () => {
  heard.length = 0
  const next = await startTestServer({ connection: server.connection })
  await vi.waitFor(
    () =>
      // It also asks who is there, in chats.
      expect(heard.filter((one) => one?.presence === undefined)).toMatchObject([
        {
          keys: [
            'me',
            'policies',
            'acknowledgments',
            'obligations',
            'trainings',
            'tests',
            'attempts',
            'users',
            'chats',
            'notifications',
          ],
        },
      ]),
    EVER,
  )
  await next.stop()
})
