import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A text, or a choice, that refers to a policy. */
export interface Mention {
  type: 'policy' | 'process' | 'training' | 'test'
  id: string
  title: string
  in_use: boolean
  place: 'linked' | 'text' | 'step' | 'section' | 'question'
  number: number | null
  /** The words in which the address stands; null where there are none. */
  text: string | null
}

/** So many texts are read; a brokerage has far fewer. */
const MOST = 500

/**
 * What is in use, or could be, and has a policy's address in its text or the policy among its links; by kind and
 * title. Texts are looked through when somebody asks: a few hundred policies take some hundredths of a second.
 */
export async function listMentions(db: Db, policyId: string): Promise<Mention[]> {
  const named = `%/policies/${policyId}%`
  const { rows } = await sql<Mention>`
    select type, id, title, in_use, place, number, text from (
      select type, id, title, in_use, place, number, text from quoting_texts
      where text ilike ${named} and not (type = 'policy' and id = ${policyId}::uuid)
      union all
      select 'training', trainings.id, title, true, 'linked', null, null
      from training_links join trainings on trainings.id = training_links.training_id
      where archived_at is null and policy_id = ${policyId}::uuid
    ) as mentions
    order by type, lower(title), id, place, number
    limit ${MOST}
  `.execute(db)
  return rows
}
