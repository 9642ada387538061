/**
 * Twenty clients on two servers behind PgBouncer send 20,000 messages in fifty conversations, while lines
 * are cut, servers are killed and PostgreSQL restarts. Each acknowledged message must be stored once, and
 * every member must see 1, 2, 3 … in one order.
 */
import { join } from 'node:path'
import { kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db } from '../server/src/db/connect.ts'
import type { EmbeddedConnection } from '../server/src/db/embedded/transport.ts'
import { ChatClient } from './chat-client.ts'
import { addGroup, addPeople, seeded } from './chat-desk.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { sized } from './size.ts'
import { type StartedServer, startBuilt } from './started-server.ts'

const CLIENTS = 20
const CHATS = 50
const MEMBERS = 8
const KILLS = sized(5, 3)
/** A line is cut about so often, in milliseconds. */
const CUT_EVERY_MS = 250
const DONE_WITHIN_MS = sized(15 * 60_000, 120_000)

export async function checkConversations(
  folder: string,
  connection: EmbeddedConnection,
  { seed, messages }: { seed: number; messages: number },
): Promise<boolean> {
  console.log(`Checker: ${messages} messages, seed ${seed}`)
  const random = seeded(seed)
  const pooler = await startPgBouncer(join(folder, 'pooler'), connection)
  const { host, port, user, database } = connection
  const direct = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const settingsOf = (name: string) => ({
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'fatal',
    DATABASE_URL: `postgres://${user}@127.0.0.1:${pooler.port}/${database}`,
    DATABASE_LISTEN_URL: direct,
  })
  const servers = await Promise.all(
    ['one', 'two'].map((name) => startBuilt('main', settingsOf(name))),
  )
  const db = connect(connection, 2, () => undefined)
  const clients: ChatClient[] = []
  const started = performance.now()
  try {
    const chats = await planConversations(db, clients, { servers, random, messages })
    for (const client of clients) client.connect()
    const told = await disturb(db, clients, { servers, settingsOf, random })
    await until(
      () => clients.every(({ isDone }) => isDone),
      () =>
        `all acknowledged (${clients
          .filter(({ isDone }) => !isDone)
          .map(String)
          .join('; ')})`,
    )
    for (const client of clients) await client.catchUp(servers[0]!.url)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const cuts = clients.reduce((sum, client) => sum + client.cuts, 0)
    console.log(`${told}, ${cuts} lines cut; all acknowledged after ${seconds} s`)
    return await judgeConversations(db, clients, { chats, messages })
  } finally {
    for (const client of clients) client.end()
    for (const server of servers) await server.end('SIGKILL')
    pooler.end()
    await db.destroy()
  }
}

/** People, conversations, and who says what where. Returns the conversations' ids. */
async function planConversations(
  db: Db,
  clients: ChatClient[],
  {
    servers,
    random,
    messages,
  }: { servers: StartedServer[]; random: () => number; messages: number },
): Promise<string[]> {
  const people = await addPeople(db, CLIENTS)
  const membersOf = new Map<string, number[]>()
  for (let number = 1; number <= CHATS; number += 1) {
    const indexes = people.map((_, index) => index)
    const members: number[] = []
    while (members.length < MEMBERS) {
      members.push(...indexes.splice(Math.floor(random() * indexes.length), 1))
    }
    const chosen = members.map((index) => people[index]!)
    membersOf.set(await addGroup(db, `Conversation ${number}`, chosen), members)
  }
  for (const [index, { id, token }] of people.entries()) {
    const chatIds = [...membersOf].filter(([, own]) => own.includes(index)).map(([chat]) => chat)
    const urls = servers.map(({ url }) => url)
    clients.push(new ChatClient({ userId: id, token, urls, chatIds, random }))
  }
  const chats = [...membersOf.keys()]
  for (let number = 1; number <= messages; number += 1) {
    const chatId = chats[Math.floor(random() * CHATS)]!
    const members = membersOf.get(chatId)!
    const sender = clients[members[Math.floor(random() * MEMBERS)]!]!
    sender.plan({ chatId, clientId: `m${number}`, body: `Message ${number}` })
  }
  return chats
}

interface Disturbance {
  servers: StartedServer[]
  settingsOf: (name: string) => { DATA_DIR: string; LOG_LEVEL: string }
  random: () => number
}

/** Cuts lines all the time, kills servers in turn, and restarts PostgreSQL once. */
async function disturb(db: Db, clients: ChatClient[], options: Disturbance): Promise<string> {
  const { servers, settingsOf, random } = options
  const total = clients.length
  const cutting = setInterval(() => {
    clients[Math.floor(random() * total)]!.cut()
  }, CUT_EVERY_MS)
  try {
    for (let round = 0; round < KILLS; round += 1) {
      await delay(1500 + random() * 1500)
      const index = round % servers.length
      const victim = servers[index]!
      await victim.end('SIGKILL')
      await delay(300)
      const settings = { ...settingsOf(['one', 'two'][index]!), PORT: new URL(victim.url).port }
      servers[index] = await startBuilt('main', settings)
      if (round === 2) await restartPostgres(db)
    }
  } finally {
    clearInterval(cutting)
  }
  return `${KILLS} servers killed, PostgreSQL restarted once`
}

/** The process behind our own connection dies hard, upon which PostgreSQL ends all others and recovers. */
async function restartPostgres(db: Db): Promise<void> {
  const { rows } = await sql<{ pid: number; since: string }>`
    select pg_backend_pid() as pid, now()::text as since
  `.execute(db)
  const { pid, since } = rows[0]!
  kill(pid, 'SIGKILL')
  // It answers for a moment before it has noticed.
  const isNew = sql`
    select where not exists (
      select from pg_stat_activity
      where backend_type = 'client backend' and backend_start <= ${since}::timestamptz
    )`
  await until(
    async () =>
      isNew.execute(db).then(
        ({ rows: found }) => found.length > 0,
        () => false,
      ),
    () => 'PostgreSQL back',
  )
}

/** Whether each message is stored once, and every member saw all in one order; says what is not so. */
export async function judgeConversations(
  db: Db,
  clients: ChatClient[],
  { chats, messages }: { chats: string[]; messages: number },
): Promise<boolean> {
  const faults = clients.flatMap((client) => client.faults)
  let stored = 0
  for (const chatId of chats) {
    const rows = await db
      .selectFrom('chat_messages')
      .select(['id', 'number', 'client_id', 'body'])
      .where('chat_id', '=', chatId)
      .orderBy('number')
      .execute()
    stored += rows.length
    if (rows.some(({ number }, index) => number !== index + 1)) faults.push(`${chatId} has a gap`)
    if (new Set(rows.map((row) => row.client_id)).size !== rows.length) {
      faults.push(`${chatId} has a message twice`)
    }
    const order = rows.map(({ id }) => id).join()
    for (const client of clients) {
      const seen = client.seen.get(chatId)
      if (seen && seen.map(({ id }) => id).join() !== order) {
        faults.push(
          `A member of ${chatId} saw ${seen.length} of ${rows.length}, or in another order`,
        )
      }
    }
  }
  const acknowledged = clients.flatMap((client) => [...client.acknowledged.values()])
  const known = new Set(
    (await db.selectFrom('chat_messages').select('id').execute()).map(({ id }) => id),
  )
  const lost = acknowledged.filter(({ id }) => !known.has(id)).length
  if (lost > 0) faults.push(`${lost} acknowledged messages are not there`)
  if (stored !== messages || acknowledged.length !== messages) {
    faults.push(`${messages} were sent, ${acknowledged.length} acknowledged, ${stored} stored`)
  }
  console.log(
    `${stored} stored, ${acknowledged.length} acknowledged, ${lost} lost, ${faults.length} faults`,
  )
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  return faults.length === 0
}

/** @throws Error with what is not so yet, after the longest that it may take */
async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  for (const deadline = performance.now() + DONE_WITHIN_MS; !(await holds()); await delay(100)) {
    if (performance.now() > deadline) {
      throw new Error(`After ${DONE_WITHIN_MS / 1000} s not yet ${what()}`)
    }
  }
}
