import { defineMail } from '../mail/mail-kind.ts'

/** What is wrong with the backups. */
export interface BackupTroubleData {
  about: 'failed' | 'none' | 'rehearsal'
  problem: string
}

const SENTENCES: Record<BackupTroubleData['about'], { subject: string; text: string }> = {
  failed: { subject: 'A backup failed', text: 'was not backed up as it should have been' },
  none: {
    subject: 'There is no backup of the last two days',
    text: 'has not been backed up for two days',
  },
  rehearsal: {
    subject: 'A backup could not be restored',
    text: 'tried its newest backup out, and it would not do',
  },
}

/** Its subject. */
export const troubleTitle = (about: BackupTroubleData['about']) => SENTENCES[about].subject

/** To all admins: what they rely on in an emergency is not there. */
export const backupTroubleMail = defineMail<BackupTroubleData>('backup_trouble', {
  write: ({ brokerage, address }, { about, problem }) => ({
    subject: SENTENCES[about].subject,
    heading: SENTENCES[about].subject,
    paragraphs: [
      `The Front Desk of ${brokerage} ${SENTENCES[about].text}.`,
      ...(problem ? [`It said: ${problem}`] : []),
      'The page about backups shows what was tried, and has a button to try again.',
    ],
    action: { label: 'Open the backups', url: `${address}/admin/settings/backup` },
    footnote: `All administrators of ${brokerage} get this mail.`,
  }),
})
