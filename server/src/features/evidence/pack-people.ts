import type { ListedObligation } from './pack-lists.actions.ts'
import type { PackedRecord } from './pack-records.queries.ts'

/** What the readable part of a pack says of one person. */
export interface PackedPerson {
  name: string
  email: string | null
  role: string | null
  signed: number
  first: string | null
  last: string | null
  /** Each of them, where there are few enough to tell. */
  records: PackedRecord[]
  owed: ListedObligation[]
  owes: number
}

/** More than this the PDF sums up, and leaves the rest to the lists. */
export const MOST_TOLD = 1000

const OWED = new Set(['open', 'due_soon', 'overdue'])

/** Who is in a pack: filled while its lists are written. */
export class PackedPeople {
  readonly #people = new Map<string, PackedPerson>()
  #told = 0

  addRecord(record: PackedRecord): void {
    const person = this.#person(record.user_id, record.person_name)
    // As they were when they last signed.
    person.name = record.person_name
    person.email = record.person_email
    person.role = record.person_role
    person.signed += 1
    person.first ??= record.acknowledged_at
    person.last = record.acknowledged_at
    if (this.#tells()) person.records.push(record)
  }

  addObligation(obligation: ListedObligation): void {
    if (!OWED.has(obligation.state)) return
    const person = this.#person(obligation.user_id, obligation.person_name)
    person.owes += 1
    if (this.#tells()) person.owed.push(obligation)
  }

  /** By name. */
  list(): PackedPerson[] {
    return [...this.#people.values()].toSorted((one, other) => one.name.localeCompare(other.name))
  }

  /** Whether everything about everybody can be told. */
  areFew(): boolean {
    return this.#told <= MOST_TOLD
  }

  #tells(): boolean {
    this.#told += 1
    return this.areFew()
  }

  #person(id: string, name: string): PackedPerson {
    const known = this.#people.get(id)
    if (known) return known
    const person: PackedPerson = {
      name,
      email: null,
      role: null,
      signed: 0,
      first: null,
      last: null,
      records: [],
      owed: [],
      owes: 0,
    }
    this.#people.set(id, person)
    return person
  }
}
