import { id, requiredLine } from '@frontdesk/contract/fields'
import { externalId } from '@frontdesk/contract/scim'
import { MOST_IN_TEAM } from '@frontdesk/contract/teams'
import { checked } from './checked.ts'
import type { Step } from './operations.ts'
import { badRequest } from './scim-error.ts'

/** What is to be of a team; what is left out stays. */
export interface GroupChange {
  name?: string
  external_id?: string | null
  /** From whom it has to whom it shall have; each once. */
  members?: (before: string[]) => string[]
}

const displayName = requiredLine(100, 'It must not be empty')
const BY_VALUE = /^\s*value\s+eq\s+"([^"\\]{1,100})"\s*$/i

/** @throws AppError 400 `invalidValue`, `invalidPath`, `mutability` */
export function groupChangeOf(steps: Step[]): GroupChange {
  const change: GroupChange = {}
  const turns: ((members: Set<string>) => Set<string>)[] = []
  for (const step of steps) {
    const { attribute, op, value } = step
    if (attribute === 'displayname') {
      if (op === 'remove') throw badRequest('mutability', '“displayName” can’t be removed')
      change.name = checked('displayName', displayName, value)
    } else if (attribute === 'externalid') {
      const isNone = op === 'remove' || value === null || value === ''
      change.external_id = isNone ? null : checked('externalId', externalId, value)
    } else if (attribute === 'members') {
      turns.push(memberTurn(step))
    }
  }
  if (turns.length > 0) {
    change.members = (before) => {
      const after = [...turns.reduce((members, turn) => turn(members), new Set(before))]
      if (after.length <= MOST_IN_TEAM) return after
      throw badRequest('tooMany', `A team has at most ${MOST_IN_TEAM} members`)
    }
  }
  return change
}

function memberTurn({ op, selector, value }: Step): (members: Set<string>) => Set<string> {
  if (selector !== undefined) {
    const named = BY_VALUE.exec(selector)?.[1]
    if (!named || op !== 'remove') {
      throw badRequest(
        'invalidPath',
        'Members are chosen as in members[value eq "…"], to remove them',
      )
    }
    return (members) => without(members, [named.toLowerCase()])
  }
  if (op === 'remove') {
    // Without saying whom: all of them.
    if (value === undefined || value === null) return () => new Set()
    const gone = idsIn(value)
    return (members) => without(members, gone)
  }
  const named = value === null ? [] : idsIn(value)
  return (members) => new Set(op === 'add' ? [...members, ...named] : named)
}

function without(members: Set<string>, gone: string[]): Set<string> {
  for (const one of gone) members.delete(one)
  return members
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((member: unknown) => {
    const written = typeof member === 'object' && member !== null && 'value' in member
    return checked('members', id, written ? member.value : member)
  })
