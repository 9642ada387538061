import { stdout } from 'node:process'
import { inTransaction } from '../src/db/transaction.ts'
import type { Db } from '../src/db/connect.ts'
import { hashPassword } from '../src/features/accounts/passwords.ts'
import { openPictures } from '../src/features/users/pictures.actions.ts'
import { isFirstRun } from '../src/features/settings/settings.queries.ts'
import type { StoragePlace } from '../src/platform/files.ts'
import { fillAcknowledgments } from './acknowledgments.ts'
import { demoBrokerage } from './brokerage.ts'
import { fillAudit } from './fill-audit.ts'
import { fillChats } from './fill-chats.ts'
import { fillMails } from './fill-mails.ts'
import { fillNotifications } from './fill-notifications.ts'
import { fillPortraits } from './portraits.ts'
import { fillDocuments } from './fill-documents.ts'
import { fillDrafts } from './fill-drafts.ts'
import { fillEvidence } from './fill-evidence.ts'
import { shareQuestions } from '../src/features/assessments/share-questions.actions.ts'
import { fillAttempts } from './fill-attempts.ts'
import { fillObligations, fillTeams } from './fill-obligations.ts'
import { fillProcessRuns } from './fill-process-runs.ts'
import { fillProcesses } from './fill-processes.ts'
import { fillPrograms } from './fill-programs.ts'
import { fillReminders } from './fill-reminders.ts'
import { type FilledPolicy, fillPolicies } from './fill-policies.ts'
import { policyLinks } from './policy-links.ts'
import { fillPeople } from './fill-people.ts'
import { fillReviews } from './fill-reviews.ts'
import { fillTrainings } from './fill-trainings.ts'
import { daysAgo } from './time.ts'

/** Of every demo account; the demo is the only place with a known password. */
export const DEMO_PASSWORD = 'harbor and pine 1909'

/** A policy by the title that it has now. */
const titled = ({ id, versions }: FilledPolicy) => ({ id, title: versions.at(-1)!.title })

/** Fills an empty database with a believable brokerage; leaves a filled one alone. */
export async function fillIfEmpty(db: Db, place: StoragePlace): Promise<void> {
  if (!(await isFirstRun(db))) return
  stdout.write('Filling the demo …\n')
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('settings')
      .set({
        ...demoBrokerage,
        help_cards: JSON.stringify(demoBrokerage.help_cards),
        time_zone: 'America/New_York',
      })
      .execute()
    // This brokerage has its first hour behind it.
    await tx
      .updateTable('first_steps')
      .set({ dismissed_at: daysAgo(180, 12) })
      .execute()
    const people = await fillPeople(tx, passwordHash)
    const policies = await fillPolicies(tx, people, place)
    await fillAcknowledgments(tx, people, policies)
    const linkPolicies = await policyLinks(tx, policies)
    const processes = await fillProcesses(tx, people, linkPolicies)
    await fillProcessRuns(tx, people, processes)
    // The server's own job makes the first one after its start.
    await tx
      .updateTable('backup_settings')
      .set({ enabled: true, enabled_at: new Date().toISOString(), rehearses: true })
      .execute()
    await fillMails(tx, people)
    await fillAudit(tx, people, policies)
    await fillPrograms(tx, people, place)
    await fillPortraits(tx, people, openPictures(place))
    await fillDocuments(tx, people, place)
    const trainings = await fillTrainings(tx, people, {
      policies: policies.map(titled),
      processes,
      linkPolicies,
    })
    await fillDrafts(tx, people)
    await fillReviews(tx, people, policies.map(titled))
    await fillAttempts(tx, people, trainings)
    await fillTeams(tx, people)
    await fillObligations(tx)
    await fillReminders(tx)
    await fillChats(tx, people)
    await fillNotifications(tx)
    await fillEvidence(tx, people)
  })
  await shareQuestions(db)
}
