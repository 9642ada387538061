import type { FirstStep, FirstSteps } from '@frontdesk/contract/first-steps'
import { ITEMS, itemPath } from '@frontdesk/contract/items'
import type { SignupMode } from '@frontdesk/contract/settings'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** What the rest of the program knows and the steps depend on. */
interface Known {
  sendsMail: boolean
  signupMode: SignupMode
}

const MODES: Record<SignupMode, string> = {
  open: 'Now: anyone who knows the address.',
  domains: 'Now: people with a work address.',
  approval: 'Now: anyone, after approval.',
  invite: 'Now: invited people only.',
}

/** Every step, and whether the data shows that it is done. */
export async function findFirstSteps(db: Db, known: Known): Promise<FirstSteps> {
  const facts = await findFacts(db)
  const { has_name: hasName, has_logo: hasLogo, unassigned } = facts
  const step = (id: FirstStep['id'], done: boolean, path: string, left: string | null = null) => ({
    id,
    done,
    path,
    left: done ? null : left,
  })
  const { sendsMail, signupMode } = known
  return {
    dismissed: facts.dismissed,
    steps: [
      step('name', hasName && hasLogo, '/admin/settings/brokerage', nameLeft(hasName, hasLogo)),
      step('joining', facts.joining, '/admin/settings/joining', MODES[signupMode]),
      step('mail', sendsMail || facts.by_hand, '/admin/settings/mail'),
      step('invite', facts.others, `${ITEMS.user.path}invite`),
      step(
        'policy',
        facts.assigned,
        unassigned === null ? `${ITEMS.policy.path}add` : itemPath('policy', unassigned),
        unassigned === null ? null : 'It is written. Now say who has to sign it.',
      ),
      step('training', facts.training, `${ITEMS.training.path}add`),
      step('overview', facts.overview, '/admin/overview'),
    ],
  }
}

function nameLeft(hasName: boolean, hasLogo: boolean): string | null {
  if (hasName === hasLogo) return null
  return hasName
    ? 'The name is there, the logo is missing.'
    : 'The logo is there, the name is missing.'
}

interface Facts {
  dismissed: boolean
  has_name: boolean
  has_logo: boolean
  joining: boolean
  by_hand: boolean
  others: boolean
  assigned: boolean
  /** The newest policy, while none is asked of anybody. */
  unassigned: string | null
  training: boolean
  overview: boolean
}

async function findFacts(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select
      said.dismissed_at is not null as dismissed,
      settings.brokerage_name is not null as has_name,
      settings.logo_key is not null as has_logo,
      settings.signup_mode is not null or said.joining_seen_at is not null as joining,
      said.links_by_hand_at is not null as by_hand,
      exists (select from users where deleted_at is null offset 1) as others,
      exists (
        select from requirements join policies on policies.id = requirements.policy_id
        where policies.deleted_at is null
      ) as assigned,
      (
        select id from policies where deleted_at is null order by id desc limit 1
      ) as unassigned,
      exists (select from trainings where archived_at is null) as training,
      said.overview_seen_at is not null as overview
    from first_steps as said, settings
  `.execute(db)
  return rows[0]!
}

const COLUMNS = {
  joining_seen: 'joining_seen_at',
  links_by_hand: 'links_by_hand_at',
  overview_seen: 'overview_seen_at',
  dismissed: 'dismissed_at',
} as const

export type Said = Partial<Record<keyof typeof COLUMNS, boolean>>

/** Keeps what somebody said; returns what of it is new. */
export async function keepSaid(db: Db, said: Said): Promise<(keyof Said)[]> {
  const row = await db.selectFrom('first_steps').selectAll().forUpdate().executeTakeFirstOrThrow()
  const names = Object.keys(COLUMNS) as (keyof Said)[]
  const changed = names.filter(
    (name) => said[name] !== undefined && said[name] !== (row[COLUMNS[name]] !== null),
  )
  if (changed.length === 0) return []
  const values = changed.map((name) => [COLUMNS[name], said[name] ? sql`now()` : null] as const)
  await db.updateTable('first_steps').set(Object.fromEntries(values)).execute()
  return changed
}
