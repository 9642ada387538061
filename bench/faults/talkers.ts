import { randomUUID } from 'node:crypto'
import { judgeConversations } from '../chat-checker.ts'
import { ChatClient } from '../chat-client.ts'
import { addGroup, addPeople } from '../chat-desk.ts'
import type { OpenDatabase } from '../crash-desk.ts'
import { until } from './drill-desk.ts'

const TALKERS = 8
const CHATS = 3
const EVERY_MS = 60

/** People who are in conversations by sockets all the time. */
export class Talkers {
  readonly #open: OpenDatabase
  readonly #url: string
  readonly #clients: ChatClient[]
  readonly #chats: string[]
  #messages = 0
  #timer: NodeJS.Timeout | undefined

  private constructor(open: OpenDatabase, url: string, clients: ChatClient[], chats: string[]) {
    this.#open = open
    this.#url = url
    this.#clients = clients
    this.#chats = chats
  }

  static async gather(open: OpenDatabase, url: string, random: () => number): Promise<Talkers> {
    return open(async (db) => {
      const people = await addPeople(db, TALKERS)
      const chats: string[] = []
      for (let number = 1; number <= CHATS; number += 1)
        chats.push(await addGroup(db, `By socket ${number}`, people))
      const clients = people.map(
        ({ id: userId, token }) =>
          new ChatClient({ userId, token, urls: [url], chatIds: chats, random }),
      )
      return new Talkers(open, url, clients, chats)
    })
  }

  get messages(): number {
    return this.#messages
  }

  start(random: () => number): void {
    for (const client of this.#clients) client.connect()
    this.#timer = setInterval(() => {
      this.#messages += 1
      const chatId = this.#chats[Math.floor(random() * CHATS)]!
      const body = `Said ${randomUUID()}`
      this.#clients[this.#messages % TALKERS]!.plan({ chatId, clientId: randomUUID(), body })
    }, EVERY_MS)
  }

  /** Whether everything that was said is stored once, and was seen by all in one order. */
  async finish(): Promise<boolean> {
    clearInterval(this.#timer)
    await until('all that was said is acknowledged', () =>
      this.#clients.every(({ isDone }) => isDone),
    )
    for (const client of this.#clients) await client.catchUp(this.#url)
    return this.#open(async (db) =>
      judgeConversations(db, this.#clients, { chats: this.#chats, messages: this.#messages }),
    )
  }

  end(): void {
    clearInterval(this.#timer)
    for (const client of this.#clients) client.end()
  }
}
