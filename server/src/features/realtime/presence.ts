import { uuidv7 } from 'uuidv7'
import type { Announcer } from '../../platform/announcer.ts'
import type { Listener } from '../../platform/listen.ts'
import type { PresenceNews } from '../../platform/publish.ts'

/** A page that is loaded anew was not away. */
const GRACE_MS = 2000
const ALIVE_EVERY_MS = 20_000
/** A node that says nothing for so long was killed, and its people are with it no more. */
const LOST_AFTER_MS = 60_000
/** What fits into one announcement. */
const MOST_IDS = 100

/** Who is there, on all nodes: each tells the others who came to it and who left. */
export class Presence {
  readonly #node = uuidv7()
  readonly #announcer: Announcer
  readonly #here = new Set<string>()
  readonly #elsewhere = new Map<string, { at: number; people: Set<string> }>()
  readonly #leaving = new Map<string, NodeJS.Timeout>()
  readonly #timer: NodeJS.Timeout
  #hear: (userId: string, online: boolean) => void = () => undefined

  constructor(announcer: Announcer, listener: Listener) {
    this.#announcer = announcer
    listener.subscribe((announcement) => {
      if (announcement?.presence) this.#heard(announcement.presence)
      // What was missed is asked for.
      if (announcement === null) this.#tell({ about: 'asks', node: this.#node })
    })
    this.#tell({ about: 'asks', node: this.#node })
    this.#timer = setInterval(() => this.#beat(), ALIVE_EVERY_MS)
  }

  /** Who is told when somebody came or left, wherever that was. */
  onChange(hear: (userId: string, online: boolean) => void): void {
    this.#hear = hear
  }

  isOnline(userId: string): boolean {
    if (this.#here.has(userId)) return true
    for (const { people } of this.#elsewhere.values()) if (people.has(userId)) return true
    return false
  }

  /** Somebody's first socket at this node. */
  came(userId: string): void {
    clearTimeout(this.#leaving.get(userId))
    if (this.#leaving.delete(userId)) return
    this.#change([userId], () => this.#here.add(userId))
    this.#tell({ about: 'came', node: this.#node, user_ids: [userId] })
  }

  /** Their last one. */
  left(userId: string): void {
    const timer = setTimeout(() => {
      this.#leaving.delete(userId)
      this.#change([userId], () => this.#here.delete(userId))
      this.#tell({ about: 'left', node: this.#node, user_ids: [userId] })
    }, GRACE_MS)
    this.#leaving.set(userId, timer)
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const timer of this.#leaving.values()) clearTimeout(timer)
    this.#tell({ about: 'gone', node: this.#node })
  }

  #heard(news: PresenceNews): void {
    if (news.node === this.#node) return
    if (news.about === 'gone') return this.#lose(news.node)
    if (news.about === 'asks') this.#tellAll()
    // One that was taken for lost: who is there with it has to be said again.
    if (news.about === 'alive' && !this.#elsewhere.has(news.node)) {
      this.#tell({ about: 'asks', node: this.#node })
    }
    const there = this.#elsewhere.get(news.node) ?? { at: 0, people: new Set<string>() }
    there.at = performance.now()
    this.#elsewhere.set(news.node, there)
    if (news.about === 'came') {
      this.#change(news.user_ids, () => news.user_ids.forEach((id) => there.people.add(id)))
    }
    if (news.about === 'left') {
      this.#change(news.user_ids, () => news.user_ids.forEach((id) => there.people.delete(id)))
    }
  }

  #tellAll(): void {
    const people = [...this.#here]
    for (let from = 0; from < people.length; from += MOST_IDS) {
      const some = people.slice(from, from + MOST_IDS)
      this.#tell({ about: 'came', node: this.#node, user_ids: some })
    }
  }

  #beat(): void {
    this.#announcer.hint({ keys: [], presence: { about: 'alive', node: this.#node } })
    const limit = performance.now() - LOST_AFTER_MS
    for (const [node, { at }] of this.#elsewhere) if (at < limit) this.#lose(node)
  }

  #lose(node: string): void {
    const people = [...(this.#elsewhere.get(node)?.people ?? [])]
    this.#change(people, () => this.#elsewhere.delete(node))
  }

  /** Tells of those for whom the change made a difference. */
  #change(userIds: string[], change: () => void): void {
    const before = userIds.map((id) => this.isOnline(id))
    change()
    for (const [index, id] of userIds.entries()) {
      const online = this.isOnline(id)
      if (online !== before[index]) this.#hear(id, online)
    }
  }

  #tell(presence: PresenceNews): void {
    this.#announcer.tell({ keys: [], presence })
  }
}
