import {
  compareByCodePoint,
  type Field,
  FIELDS,
  normalise,
} from '@frontdesk/contract/search-scoring'
import { FieldIndex, type Vocabularies } from './field-index.ts'

/** What can be found. Texts are as people wrote them. */
export interface SearchItem {
  id: string
  title: string
  /** Shown under the title; not searched. */
  subtitle: string
  /** Whether only admins may open it. */
  adminsOnly: boolean
  texts: Partial<Record<Exclude<Field, 'title'>, string | null>>
}

interface Entry {
  id: string
  title: string
  subtitle: string
  adminsOnly: boolean
  /** The reading of the source in which it was last seen. */
  seen: number
}

/** The order is made anew when one part in so many has changed, or it is asked for: each time it is gone through whole. */
const ORDERED_AT_ONCE = 64

/** All items of one type. Each has a slot: a small number that it keeps while it exists. */
export class TypeIndex {
  readonly #fields = new Map<Field, FieldIndex>()
  readonly #entries: (Entry | null)[] = []
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  #order = new Int32Array(0)
  #ranks = new Int32Array(0)
  /** Slots that are to be taken out of the order, and then those that are to be put into it. */
  readonly #left = new Set<number>()
  readonly #added = new Set<number>()
  readonly #vocabularies: Vocabularies
  #reading = 0

  constructor(vocabularies: Vocabularies) {
    this.#vocabularies = vocabularies
  }

  get fields(): FieldIndex[] {
    return [...this.#fields.values()]
  }

  get size(): number {
    return this.#slots.size
  }

  /** The slots by title and id: what has the same score comes in this order. */
  get order(): Int32Array {
    this.#reorder()
    return this.#order
  }

  /** Where in that order a slot stands. */
  get ranks(): Int32Array {
    this.#reorder()
    return this.#ranks
  }

  ids(): string[] {
    return [...this.#slots.keys()]
  }

  /** One more than the largest slot in use. */
  get slots(): number {
    return this.#entries.length
  }

  entryAt(slot: number): Entry {
    return this.#entries[slot]!
  }

  /** Begins to read the source anew: what no `apply` mentions from here on is unseen. */
  beginReading(): void {
    this.#reading += 1
  }

  /** Ids that the reading has not come upon. */
  unseen(): string[] {
    return this.#entries.flatMap((entry) => (entry && entry.seen < this.#reading ? [entry.id] : []))
  }

  /** Takes items in, in the place of what had their ids before, and lets others go. */
  apply(items: SearchItem[], goneIds: string[] = []): void {
    for (const id of goneIds) {
      const slot = this.#slots.get(id)
      if (slot === undefined) continue
      this.#left.add(slot)
      this.#added.delete(slot)
      this.#clear(slot, id)
    }
    for (const item of items) {
      const known = this.#slots.get(item.id)
      const slot = known ?? this.#free.pop() ?? this.#entries.length
      const keepsPlace = known !== undefined && this.entryAt(slot).title === item.title
      this.#set(slot, item)
      if (keepsPlace) continue
      if (known !== undefined) this.#left.add(slot)
      this.#added.add(slot)
    }
    if ((this.#left.size + this.#added.size) * ORDERED_AT_ONCE > this.size) this.#reorder()
  }

  #set(slot: number, item: SearchItem): void {
    const { id, title, subtitle, adminsOnly } = item
    this.#slots.set(id, slot)
    this.#entries[slot] = { id, title, subtitle, adminsOnly, seen: this.#reading }
    for (const field of FIELDS) {
      const text = slim(normalise((field === 'title' ? title : item.texts[field]) ?? ''))
      const index = this.#fields.get(field)
      if (index) index.set(slot, text)
      else if (text !== '') this.#addField(field).set(slot, text)
    }
  }

  #addField(field: Field): FieldIndex {
    const index = new FieldIndex(field, this.#vocabularies)
    this.#fields.set(field, index)
    return index
  }

  #clear(slot: number, id: string): void {
    for (const field of this.#fields.values()) field.set(slot, '')
    this.#slots.delete(id)
    this.#entries[slot] = null
    this.#free.push(slot)
  }

  #reorder(): void {
    const [left, added] = [this.#left, this.#added]
    if (left.size + added.size === 0) return
    const compare = (a: number, b: number) => compareEntries(this.entryAt(a), this.entryAt(b))
    const staying = left.size === 0 ? this.#order : this.#order.filter((slot) => !left.has(slot))
    const order = new Int32Array(this.size)
    let from = 0
    let length = 0
    for (const slot of [...added].sort(compare)) {
      const place = placeOf(slot, staying, from, compare)
      order.set(staying.subarray(from, place), length)
      length += place - from
      order[length++] = slot
      from = place
    }
    order.set(staying.subarray(from), length)
    left.clear()
    added.clear()
    this.#order = order
    if (this.#ranks.length < this.slots) this.#ranks = new Int32Array(this.slots * 2)
    for (let rank = 0; rank < order.length; rank += 1) this.#ranks[order[rank]!] = rank
  }
}

/** What has become ASCII is kept in one byte a character. */
const slim = (text: string) =>
  ASCII.test(text) ? Buffer.from(text, 'latin1').toString('latin1') : text
// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ASCII = /^[\0-\x7f]*$/

/** Before which place, from `from` on, a slot comes in an order. */
function placeOf(
  slot: number,
  order: Int32Array,
  from: number,
  compare: (a: number, b: number) => number,
): number {
  let low = from
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(slot, order[middle]!) < 0) high = middle
    else low = middle + 1
  }
  return low
}

function compareEntries(a: Entry, b: Entry): number {
  return compareByCodePoint(a.title, b.title) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
