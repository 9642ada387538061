import type { ListedObligation } from './pack-lists.actions.ts'
import type { PackedRecord } from './pack-records.queries.ts'

/** Somebody in a pack, and how much is in it of them. */
export interface PackedPerson {
  id: string
  name: string
  email: string | null
  role: string | null
  signed: number
  owes: number
}

const OWED = new Set(['open', 'due_soon', 'overdue'])

export const isOwed = ({ state }: ListedObligation) => OWED.has(state)

/** Who is in a pack: filled while its lists are written. */
export class PackedPeople {
  readonly #people = new Map<string, PackedPerson>()

  addRecord(record: PackedRecord): void {
    const person = this.#person(record.user_id, record.person_name)
    // As they were when they last signed.
    person.name = record.person_name
    person.email = record.person_email
    person.role = record.person_role
    person.signed += 1
  }

  addObligation(obligation: ListedObligation): void {
    if (!isOwed(obligation)) return
    this.#person(obligation.user_id, obligation.person_name).owes += 1
  }

  /** By name. */
  list(): PackedPerson[] {
    return [...this.#people.values()].toSorted((one, other) => one.name.localeCompare(other.name))
  }

  #person(id: string, name: string): PackedPerson {
    const known = this.#people.get(id)
    if (known) return known
    const person: PackedPerson = { id, name, email: null, role: null, signed: 0, owes: 0 }
    this.#people.set(id, person)
    return person
  }
}
