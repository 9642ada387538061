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
      select 'policy' as type, policies.id, versions.title, true as in_use, 'text' as place,
        null::int as number, versions.content as text
      from policies join policy_versions as versions
        on versions.policy_id = policies.id and versions.version = policies.current_version
      where policies.deleted_at is null and policies.id <> ${policyId}::uuid
        and versions.content ilike ${named}
      union all
      select 'process', id, title, status = 'active', 'text', null, description
      from processes where deleted_at is null and description ilike ${named}
      union all
      select 'process', processes.id, processes.title, status = 'active', 'step', order_number, steps.description
      from process_steps as steps join processes on processes.id = steps.process_id
      where deleted_at is null and steps.description ilike ${named}
      union all
      select 'training', trainings.id, title, true, 'linked', null, null
      from training_links join trainings on trainings.id = training_links.training_id
      where archived_at is null and policy_id = ${policyId}::uuid
      union all
      select 'training', trainings.id, title, true, 'section', order_number, content
      from training_sections join trainings on trainings.id = training_sections.training_id
      where archived_at is null and content ilike ${named}
      union all
      select case when tests.training_id is null then 'test' else 'training' end,
        coalesce(tests.training_id, tests.id), tests.title, true, 'question', order_number,
        concat_ws(' ', question, options::text, feedback)
      from questions join tests on tests.id = questions.test_id
      left join trainings on trainings.id = tests.training_id
      where tests.archived_at is null and trainings.archived_at is null
        and (question ilike ${named} or options::text ilike ${named} or feedback ilike ${named})
    ) as mentions
    order by type, lower(title), id, place, number
    limit ${MOST}
  `.execute(db)
  return rows
}
