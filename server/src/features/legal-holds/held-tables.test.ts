import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())

/** Why a row of these may go while a hold stands. */
const EXPLAINED: { why: string; columns: string }[] = [
  {
    why: 'says who wrote, changed or decided it; the row is what a hold on its item keeps, or the settings’ own',
    columns: `attempt_grants.granted_by auditor_links.created_by auditor_links.item_id auditor_links.user_id
      backup_settings.updated_by backups.asked_by bank_questions.created_by bank_questions.last_updated_by
      document_folders.created_by documents.created_by documents.last_updated_by evidence_settings.updated_by
      identity_providers.created_by identity_providers.last_updated_by join_links.created_by mail_server.updated_by
      pictures.uploaded_by policies.created_by policies.last_updated_by processes.created_by processes.last_updated_by rehearsals.asked_by
      settings.updated_by teams.created_by tests.created_by tests.last_updated_by training_files.uploaded_by
      trainings.created_by trainings.last_updated_by waivers.ended_by waivers.waived_by webhook_endpoints.created_by`,
  },
  {
    why: 'a way in, which has to be closed whatever stands; the audit trail tells when it was opened, used and ended',
    columns: `account_links.created_by account_links.user_id api_keys.user_id calendar_feeds.user_id
      identity_arrivals.user_id identity_links.user_id join_link_uses.user_id passkeys.user_id
      second_factors.user_id sessions.user_id sign_in_challenges.user_id trusted_browsers.user_id`,
  },
  {
    why: 'how somebody likes their portal, or a step to take back; nothing that was said or done',
    columns: `default_filters.user_id favourites.item_id favourites.user_id notification_choices.user_id
      notification_digests.user_id notification_hours.user_id saved_filters.user_id undo_steps.user_id`,
  },
  {
    why: 'says again, or counts, what records, obligations, runs and messages say, which stay',
    columns: `document_texts.document_id evidence_packs.created_by notifications.message_id notifications.step_id
      notifications.user_id obligation_backlog.item_id obligation_escalations.manager_id overdue_spells.user_id
      people_behind.user_id reminder_digests.user_id chat_mentions.message_id chat_mentions.user_id`,
  },
  {
    why: 'what was asked of whom stays in obligations, which nothing deletes; the audit trail has who asked and stopped asking',
    columns: `requirements.created_by requirements.item_id requirements.policy_id requirements.test_id
      requirements.user_id reviews.item_id reviews.owner_id reviews.policy_id reviews.reviewed_by
      reviews.training_id team_members.user_id changed_quotes.item_id changed_quotes.looked_by
      changed_quotes.policy_id`,
  },
  {
    why: 'goes only without messages; the audit trail has who came and left',
    columns: `chat_former_members.user_id chat_members.user_id chats.created_by chats.first_person
      chats.second_person`,
  },
  {
    why: 'a draft was never in force; publishing it makes a version, or changes a training, which refuses',
    columns: `draft_comments.author_id drafts.created_by drafts.item_id drafts.last_updated_by
      drafts.policy_id drafts.publish_by drafts.training_id`,
  },
  {
    why: 'another column of the row, or the message that it hangs on, holds it already',
    columns: `chat_confirmations.message_id chat_files.message_id chat_reactions.message_id
      policies.current_version policies.id training_links.document_id training_links.policy_id
      training_links.process_id training_progress.section_id waivers.policy_id waivers.test_id`,
  },
]
const explained = EXPLAINED.flatMap(({ columns }) => columns.trim().split(/\s+/))

/** Each column that says whose or of what a row is, with what refuses that such a row is deleted. */
async function columnsOfHeld() {
  const { rows } = await sql<{ name: string; guard: string | null }>`
    select distinct concat(linked.relname, '.', own.attname) as name, (
      select string_agg(guard.proname, ' ') from pg_trigger join pg_proc as guard on guard.oid = tgfoid
      where tgrelid = linked.oid and tgtype & 8 = 8 and tgtype & 1 = 1 and (
        guard.proname in ('refuse_change', 'refuse_deletion', 'keep_legal_holds')
        or guard.proname like 'keep%held%' and guard.proname <> 'keep_what_is_held'
        or guard.proname = 'keep_what_is_held'
          and own.attname = any(string_to_array(encode(tgargs, 'escape'), '\\000'))
      )
    ) as guard
    from pg_class as linked
    join pg_attribute as own on own.attrelid = linked.oid and own.attnum > 0 and not own.attisdropped
    where linked.relkind = 'r' and linked.relnamespace = 'public'::regnamespace and (
      own.attname = 'item_id' or exists (
        select from pg_constraint
        where contype = 'f' and conrelid = linked.oid and own.attnum = any(conkey)
          and confrelid::regclass::text = any(${OF})
      )
    )
  `.execute(server.db)
  return rows
}

/** Whom and what a hold stands on, and what they consist of. */
const OF = [
  'users',
  'policies',
  'policy_versions',
  'trainings',
  'training_sections',
  'tests',
  'questions',
  'processes',
  'process_runs',
  'process_run_steps',
  'documents',
  'chat_messages',
]

test('each table that hangs on a person or an item refuses while it is held, or says why not', async () => {
  const open = (await columnsOfHeld()).filter(({ guard }) => guard === null)
  expect(open.map(({ name }) => name).toSorted()).toEqual(explained.toSorted())
})
