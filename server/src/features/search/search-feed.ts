import { setImmediate, setTimeout } from 'node:timers/promises'
import type { SearchType } from '@frontdesk/contract/search'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { Listener } from '../../platform/listen.ts'
import type { Moment } from '../../platform/moments.ts'
import type { Announcement } from '../../platform/publish.ts'
import type { SearchIndex } from './search-index.ts'
import { changedSince, FIRST, goneOf, type SearchSource } from './sources/source.ts'
import type { SearchItem, TypeIndex } from './type-index.ts'

/** Items read from the database at a time; the text of one may be as long as a book. */
const PAGE = 50
/** Ids that are looked for in the database at a time. */
const PAGE_OF_IDS = 5000
/** Items, or characters of theirs, taken in before others may have the processor: a few milliseconds. */
const SPOONFUL = 20
const SPOONFUL_LENGTH = 50_000
/** Changes that come together are read together. */
const GATHER_MS = 10
const RETRY_MS = 500
const SHORT_CUT_TRIES = 3

/**
 * Keeps the index as the database is: reads everything at the start, then what is named as changed, and after a gap what
 * changed meanwhile.
 */
export class SearchFeed {
  readonly #db: Db
  readonly #log: FastifyBaseLogger
  readonly #index: SearchIndex
  readonly #sources: SearchSource[]
  readonly #changed = new Map<SearchType, Set<string>>()
  readonly #waiting: { reading: number; resolve: () => void }[] = []
  /** The last reading of everything that was asked for, and that is complete. */
  #asked = 1
  #complete = 0
  /** Since when it does not know what changed, and how often it has asked in vain. */
  #missed: { since: Moment; failures: number } | null = null
  #stopped = false
  #work: Promise<void> | null = null

  constructor(
    index: SearchIndex,
    options: { db: Db; log: FastifyBaseLogger; listener: Listener; sources: SearchSource[] },
  ) {
    this.#index = index
    this.#db = options.db
    this.#log = options.log
    this.#sources = options.sources
    options.listener.subscribe((announcement, since) => this.#hear(announcement, since))
    this.#wake()
  }

  /** Whether everything has been read once. Waits for that at most so long. */
  async isReady(withinMs: number): Promise<boolean> {
    if (this.#complete > 0) return true
    const timeout = new AbortController()
    await Promise.race([
      this.#readingComplete(1),
      setTimeout(withinMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ])
    timeout.abort()
    return this.#complete > 0
  }

  /** What it has, and whether that is all that it was told of. */
  get state(): { items: number; caught_up: boolean } {
    return { items: this.#index.size, caught_up: !this.#isBehind() }
  }

  /** Reads everything anew, from now on, while the search goes on with what it has. */
  async readAgain(): Promise<void> {
    this.#asked += 1
    const reading = this.#asked
    this.#wake()
    await this.#readingComplete(reading)
  }

  /** Resolves when the database is no longer needed. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const { resolve } of this.#waiting.splice(0)) resolve()
    await this.#work
  }

  #hear(announcement: Announcement | null, since?: Moment): void {
    if (!announcement && since) this.#missed ??= { since, failures: 0 }
    // Nobody knows what was missed.
    else if (!announcement || announcement.refreshSearch) this.#asked += 1
    else if (announcement.searchable) this.#noteChange(announcement.searchable)
    else return
    this.#wake()
  }

  #noteChange({ type, id }: { type: SearchType; id: string }): void {
    const ids = this.#changed.get(type) ?? new Set()
    this.#changed.set(type, ids.add(id))
  }

  async #readingComplete(reading: number): Promise<void> {
    if (this.#complete >= reading || this.#stopped) return
    await new Promise<void>((resolve) => {
      this.#waiting.push({ reading, resolve })
    })
  }

  /** One thing at a time: what was read earlier never comes over what was read later. */
  #wake(): void {
    this.#work ??= this.#catchUp().finally(() => {
      this.#work = null
      if (!this.#stopped && this.#isBehind()) this.#wake()
    })
  }

  #isBehind(): boolean {
    return this.#changed.size > 0 || this.#missed !== null || this.#complete < this.#asked
  }

  async #catchUp(): Promise<void> {
    while (!this.#stopped && this.#isBehind()) {
      try {
        if (this.#complete < this.#asked) await this.#readEverything()
        else if (this.#missed) await this.#findMissed(this.#missed)
        else await this.#readChanged()
      } catch (error) {
        if (this.#stopped) return
        this.#log.warn({ err: error }, 'the search waits for the database')
        await setTimeout(RETRY_MS)
      }
    }
  }

  async #readChanged(): Promise<void> {
    await setTimeout(GATHER_MS)
    for (const [type, ids] of this.#changed) {
      const some = [...ids].slice(0, PAGE)
      for (const id of some) ids.delete(id)
      if (ids.size === 0) this.#changed.delete(type)
      const source = this.#sources.find((one) => one.type === type)
      if (!source) continue
      try {
        const items = await source.read(this.#db, { ids: some })
        const found = new Set(items.map(({ id }) => id))
        const gone = some.filter((id) => !found.has(id))
        this.#index.ofType(type).apply([], gone)
        await this.#takeIn(this.#index.ofType(type), items)
      } catch (error) {
        for (const id of some) this.#noteChange({ type, id })
        throw error
      }
    }
  }

  /** Names what changed or went since, without reading it. */
  async #findMissed({ since, failures }: { since: Moment; failures: number }): Promise<void> {
    this.#missed = null
    try {
      for (const source of this.#sources) {
        const ids = await changedSince(this.#db, source, since)
        const known = this.#index.ofType(source.type).ids()
        for (let from = 0; from < known.length && !this.#stopped; from += PAGE_OF_IDS) {
          const some = known.slice(from, from + PAGE_OF_IDS)
          ids.push(...(await goneOf(this.#db, source.type, some)))
        }
        for (const id of ids) this.#noteChange({ type: source.type, id })
      }
    } catch (error) {
      // What can't be found out, or takes too long, is no short cut. If there was another gap meanwhile, this one is older.
      if (failures + 1 < SHORT_CUT_TRIES) this.#missed = { since, failures: failures + 1 }
      else this.#asked += 1
      throw error
    }
  }

  async #readEverything(): Promise<void> {
    this.#missed = null
    const reading = this.#asked
    const started = performance.now()
    for (const source of this.#sources) {
      const index = this.#index.ofType(source.type)
      index.beginReading()
      let after = FIRST
      for (;;) {
        const items = await source.read(this.#db, { after, limit: PAGE })
        await this.#takeIn(index, items)
        if (this.#stopped) return
        if (this.#changed.size > 0) await this.#readChanged()
        if (items.length < PAGE) break
        after = items.at(-1)!.id
      }
      index.apply([], index.unseen())
    }
    this.#complete = reading
    const ms = Math.round(performance.now() - started)
    this.#log.debug({ items: this.#index.size, ms }, 'the search has read everything')
    for (const waiting of this.#waiting.splice(0)) {
      if (waiting.reading <= reading) waiting.resolve()
      else this.#waiting.push(waiting)
    }
  }

  async #takeIn(index: TypeIndex, items: SearchItem[]): Promise<void> {
    for (let from = 0; from < items.length && !this.#stopped;) {
      const spoonful = spoonfulOf(items, from)
      index.apply(spoonful)
      from += spoonful.length
      await setImmediate()
    }
  }
}

function spoonfulOf(items: SearchItem[], from: number): SearchItem[] {
  let to = from
  for (
    let length = 0;
    to < items.length && to - from < SPOONFUL && length < SPOONFUL_LENGTH;
    to += 1
  ) {
    length += items[to]!.texts.body?.length ?? 0
  }
  return items.slice(from, to)
}
