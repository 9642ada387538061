import { fromBase64, NoteError, readNote, toBase64, type Note } from './signed-note.ts'

/** What a checkpoint says, in its order; see docs/evidence.md. */
export interface CheckpointText {
  origin: string
  size: number
  root: Uint8Array
  /** Hex; 64 zeros where there is no record. */
  head: string
  /** ISO 8601 in UTC, to the millisecond. */
  time: string
  number: number
  /** Hex SHA-256 of the note before; 64 zeros for the first. */
  previous: string
  /** A verifier key: `next-key` is the one that signs from the next note on, `lost-key` one that can't sign any more. */
  key?: { word: 'next-key' | 'lost-key'; vkey: string }
}

export const NO_HASH = '0'.repeat(64)

const BODY =
  /^(?<origin>\S+)\n(?<size>0|[1-9]\d{0,14})\n(?<root>[\w+/]{43}=)\nhead (?<head>[\da-f]{64})\ntime (?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\nnumber (?<number>[1-9]\d{0,8})\nprevious (?<previous>[\da-f]{64})\n(?:(?<word>next-key|lost-key) (?<vkey>\S+)\n)?$/

export function writeCheckpointText(checkpoint: CheckpointText): string {
  const { origin, size, root, head, time, number, previous, key } = checkpoint
  const lines = [
    origin,
    String(size),
    toBase64(root),
    `head ${head}`,
    `time ${time}`,
    `number ${number}`,
    `previous ${previous}`,
    ...(key ? [`${key.word} ${key.vkey}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** The parts of a note that is a checkpoint. @throws NoteError where it is none */
export function readCheckpoint(text: string): CheckpointText & { note: Note } {
  const note = readNote(text)
  const parts = BODY.exec(note.text)?.groups
  if (!parts) throw new NoteError('It is a signed note, and no checkpoint of this program')
  const { origin = '', head = '', time = '', previous = '', word, vkey = '' } = parts
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime()) || moment.toISOString() !== time)
    throw new NoteError('Its time is one that there is not')
  return {
    origin,
    size: Number(parts.size),
    root: fromBase64(parts.root ?? ''),
    head,
    time,
    number: Number(parts.number),
    previous,
    ...((word === 'next-key' || word === 'lost-key') && { key: { word, vkey } }),
    note,
  }
}
