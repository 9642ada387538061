import { hashOfRecord, hashOfText, type SealedRecord } from '../policies/acknowledgment-chain.ts'
import { type CheckpointText, readCheckpoint } from './checkpoint-note.ts'
import { type Note, NoteError } from './signed-note.ts'
import { TimestampError, tokenOfResponse } from './timestamp.ts'

export type NoteCopy = CheckpointText & { note: Note; text: string }

/** What somebody kept outside of the database. */
export type Copy =
  | { kind: 'receipt'; sequence: number; hash: string; checkpoint: NoteCopy | null }
  | { kind: 'checkpoint'; checkpoint: NoteCopy }
  | { kind: 'token'; token: Uint8Array }

/** What is no such copy. Its message is a sentence without a full stop. */
export class CopyError extends Error {}

/** DER begins so: a sequence. Neither JSON nor a note does. */
const SEQUENCE_TAG = 0x30

/** Reads a receipt, a checkpoint or a time stamp as it was mailed or given. @throws CopyError */
export function readCopy(bytes: Buffer): Copy {
  try {
    // Without a mark of byte order, which programs of Windows put in front.
    const text = new TextDecoder().decode(bytes)
    if (text.trimStart().startsWith('{')) return readReceipt(text)
    // A response has its token inside; a token by itself begins with its type.
    if (bytes[0] === SEQUENCE_TAG && !text.includes('\n\n— ')) return readTimestamp(bytes)
    return { kind: 'checkpoint', checkpoint: readNoteCopy(text) }
  } catch (error) {
    if (error instanceof CopyError) throw error
    if (error instanceof NoteError || error instanceof TimestampError) {
      throw new CopyError(error.message, { cause: error })
    }
    throw new CopyError('It is no receipt, checkpoint or time stamp', { cause: error })
  }
}

/** What a mail program added at the ends is no part of it. */
function readNoteCopy(copy: string): NoteCopy {
  const text = `${copy.replaceAll('\r\n', '\n').trim()}\n`
  return { ...readCheckpoint(text), text }
}

function readReceipt(text: string): Copy {
  const receipt = JSON.parse(text) as {
    format: unknown
    record: SealedRecord & { hash: string }
    text: { title: string; content: string }
    checkpoint: string | null
  }
  if (receipt.format !== 'frontdesk-receipt-1') throw new CopyError('It is no receipt')
  const { record, checkpoint } = receipt
  if (
    !Number.isSafeInteger(record.sequence) ||
    hashOfRecord(record) !== record.hash ||
    hashOfText(receipt.text.title, receipt.text.content) !== record.content_sha256
  ) {
    throw new CopyError('The receipt was changed: its parts don’t match its hash')
  }
  return {
    kind: 'receipt',
    sequence: record.sequence,
    hash: record.hash,
    checkpoint: checkpoint === null ? null : readNoteCopy(checkpoint),
  }
}

const CONTENT_INFO = Buffer.from('06092a864886f70d010702', 'hex')

function readTimestamp(bytes: Buffer): Copy {
  const [, length = 0] = bytes
  const header = length < 0x80 ? 2 : 2 + (length & 0x7f)
  const isToken = bytes.subarray(header, header + CONTENT_INFO.length).equals(CONTENT_INFO)
  return { kind: 'token', token: isToken ? bytes : tokenOfResponse(bytes) }
}
