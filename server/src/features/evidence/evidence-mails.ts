import { itemPath } from '@frontdesk/contract/items'
import { dateText } from '../../platform/date-text.ts'
import { defineMail, UnsendableError } from '../mail/mail-kind.ts'
import { checkpointFile, receiptOf } from './receipts.ts'

/** A record, for the mail to who signed it; the record itself is attached as the mail leaves. */
interface ReceiptData {
  sequence: number
  policy_id: string
  title: string
  version: number
  acknowledged_at: string
  hash: string
  /** Of who reads it; added when the mail leaves. */
  timeZone?: string
}

const MOMENT: Intl.DateTimeFormatOptions = {
  dateStyle: 'long',
  timeStyle: 'long',
}

/** To who acknowledged something, whatever they chose to be told of. */
export const receiptMail = defineMail<ReceiptData>('receipt', {
  write: ({ brokerage, address }, data) => ({
    subject: `Your receipt: ${data.title}, version ${data.version}`,
    heading: 'Your receipt',
    paragraphs: [
      `You acknowledged version ${data.version} of “${data.title}” at the Front Desk of ${brokerage} on ${dateText(data.acknowledged_at, data.timeZone ?? 'UTC', MOMENT)}.`,
      'The file that comes with this mail holds the words that you agreed to and the record of it. Keep the mail: with it you can show later what you signed, and that nobody changed it since.',
      `Record ${data.sequence}, with the hash ${data.hash}.`,
    ],
    action: { label: 'Open the policy', url: address + itemPath('policy', data.policy_id) },
    footnote: `Everybody who acknowledges something at ${brokerage} gets this mail, whatever they chose for notifications. If you did not acknowledge this, tell your administrator.`,
  }),
  dataNow: async (_db, { data }, timeZone) => ({ ...data, timeZone }),
  attachments: async (db, { sequence }) => {
    const receipt = await receiptOf(db, sequence)
    if (!receipt) throw new UnsendableError('The record that it is about is not there')
    return [receipt]
  },
})

/** Which checkpoint a mail brings; the note itself is attached as the mail leaves. */
interface CheckpointMailData {
  number: number
  size: number
}

/** To whom admins have named: a lawyer, the broker of record. */
export const checkpointMail = defineMail<CheckpointMailData>('checkpoint', {
  write: ({ brokerage, address }, { number, size }) => ({
    subject: `Checkpoint ${number} of ${brokerage}`,
    heading: `Checkpoint ${number}`,
    paragraphs: [
      `The file that comes with this mail is signed by the Front Desk of ${brokerage}. It stands for ${size === 1 ? 'the 1 acknowledgment' : `the ${size} acknowledgments`} that the brokerage has on record, and names none of them.`,
      'Please keep it. If the records are ever in dispute, it shows whether any of them was changed, removed or added since.',
    ],
    footnote: `You get this mail because the brokerage has asked that you keep these files outside of it. The key that signs them is at ${address}/evidence/key: compare it once, by telephone or on paper.`,
  }),
  attachments: async (db, { number }) => {
    const note = await checkpointFile(db, number)
    if (!note) throw new UnsendableError('The checkpoint that it is about is not there')
    return [note]
  },
})
