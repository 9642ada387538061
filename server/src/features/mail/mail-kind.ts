import type { Db } from '../../db/connect.ts'
import type { Attachment } from '../../platform/mail-transport.ts'

/** What a mail says, before it is laid out. Nobody but the brokerage's own people puts words into it. */
export interface MailText {
  subject: string
  heading: string
  paragraphs: string[]
  /** Things to do, each a link. */
  items?: { title: string; note: string; url: string; urgent: boolean }[]
  action?: { label: string; url: string }
  /** Why it came and what to do if it is not meant for them. */
  footnote: string
}

export interface MailContext {
  brokerage: string
  /** Such as `https://desk.example.com`. */
  address: string
  /** Where the button leads, for the kinds that have a link. */
  url: string
}

/** To whom a queued mail goes. */
export interface Addressed {
  to_email: string
  user_id: string | null
  link_id: string | null
}

/** A link that opens something once, such as the one to choose a new password. */
export interface MailLink {
  /** Where it leads, such as `reset-password`. */
  screen: string
  /** Its id; undefined where it was used, replaced or withdrawn, or has expired. */
  find: (db: Db, mail: Addressed) => Promise<string | undefined>
  /** Made as the mail leaves, so that nobody can read it but in the mail. */
  addToken: (db: Db, linkId: string) => Promise<string>
}

/** How mails of one kind are written; what fills them holds no secrets, because it stands in the database. */
interface MailDefinition<Data> {
  write: (context: MailContext, data: Data) => MailText
  link?: MailLink
  /**
   * What it tells of as it leaves, where that may have changed since it was queued.
   * @throws UnsendableError where nothing of it is to be told any more
   */
  dataNow?: (db: Db, mail: Addressed & { data: Data }, timeZone: string) => Promise<Data>
  /** Made as the mail leaves, so that they are as new as it is. @throws UnsendableError */
  attachments?: (db: Db, data: Data) => Promise<Attachment[]>
}

export interface MailKind<Data> extends MailDefinition<Data> {
  name: string
}

/** Nobody would be helped by trying again. */
export class UnsendableError extends Error {}

/** What one has seen is not mailed. */
export const seenMeanwhile = () => new UnsendableError('All of it was seen in the meantime')

const kinds = new Map<string, MailKind<unknown>>()

/** A kind of mail, as the feature whose mail it is defines it once; under its name it stands in the database. */
export function defineMail<Data extends object>(
  name: string,
  definition: MailDefinition<Data>,
): MailKind<Data> {
  if (kinds.has(name)) throw new Error(`Two kinds of mail are called ${name}`)
  const kind = { name, ...definition }
  kinds.set(name, kind as MailKind<unknown>)
  return kind
}

/** Undefined for one that another version of the program queued. */
export const findMailKind = (name: string) => kinds.get(name)
