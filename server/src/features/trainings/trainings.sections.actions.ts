import { TRAINING_LIMITS } from '@frontdesk/contract/constants'
import type { Output } from '@frontdesk/contract/endpoint'
import type { sectionBody } from '@frontdesk/contract/training-parts'
import type { Section } from '@frontdesk/contract/trainings'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'
import { inOrderOf, placedAt } from '../assessments/ordered.ts'
import { type FileLinks, filesNamedIn, presentFile } from './file-links.ts'
import { noSuchTraining } from './no-such-training.ts'
import { listFiles } from './trainings.files.queries.ts'
import { lockTraining, touchTraining } from './trainings.queries.ts'
import { listSections, replaceSections, type SectionRow } from './trainings.sections.queries.ts'

type Draft = Output<typeof sectionBody>

const noSuchSection = () => notFound('Section not found')

/** The sections of a training as one session reads them, with the files that they name. */
export async function readSections(
  db: Db,
  trainingId: string,
  { links, sessionId }: { links: FileLinks; sessionId: string },
): Promise<Section[]> {
  const rows = await listSections(db, trainingId)
  const named = rows.map(namedBy)
  const files = new Map((await listFiles(db, named.flat())).map((file) => [file.id, file]))
  return rows.map(({ captions, ...row }, index) => ({
    ...row,
    ...(captions && { captions }),
    order: row.order_number,
    files: [...new Set(named[index])].flatMap((id) => {
      const file = files.get(id)
      return file ? [presentFile(file, links, sessionId)] : []
    }),
  }))
}

/** What of a section may name files. */
interface Naming {
  content: string
  captions?: string | null
}

const namedBy = ({ content, captions }: Naming) => filesNamedIn(`${content}\n${captions ?? ''}`)

/** @throws AppError 422 where a section names a file that isn't there */
export async function checkFiles(
  db: Db,
  sections: readonly Naming[],
  fieldOf: (index: number) => string,
): Promise<void> {
  const named = sections.map(namedBy)
  const known = new Set((await listFiles(db, named.flat())).map((file) => file.id))
  const at = named.findIndex((ids) => ids.some((id) => !known.has(id)))
  if (at === -1) return
  const sentence = 'A file of this section is not there any more. Please upload it again'
  throw unprocessable('unknown_file', sentence, { [fieldOf(at)]: sentence })
}

/** Adds a section to a training and returns its id. @throws AppError 404, 422 */
export async function addSection(
  db: Db,
  actor: SignedIn,
  trainingId: string,
  draft: Draft,
): Promise<string> {
  const rows = await holdSections(db, trainingId)
  if (rows.length >= TRAINING_LIMITS.sections) {
    const sentence = `A training can have at most ${TRAINING_LIMITS.sections} sections`
    throw unprocessable('too_many', sentence)
  }
  await checkFiles(db, [draft], () => 'content')
  const id = uuidv7()
  await saveRows(db, actor, trainingId, placedAt(rows, sectionRow(id, draft), draft.order))
  return id
}

/** Saves a section of a training. @throws AppError 404, 422 */
export async function changeSection(
  db: Db,
  actor: SignedIn,
  { trainingId, id }: { trainingId: string; id: string },
  draft: Draft,
): Promise<void> {
  const rows = await holdSections(db, trainingId)
  const index = rows.findIndex((row) => row.id === id)
  if (index === -1) throw noSuchSection()
  await checkFiles(db, [draft], () => 'content')
  const others = rows.filter((row) => row.id !== id)
  const order = draft.order ?? index + 1
  await saveRows(db, actor, trainingId, placedAt(others, sectionRow(id, draft, rows[index]), order))
}

/** Removes a section of a training. @throws AppError 404 */
export async function removeSection(
  db: Db,
  actor: SignedIn,
  { trainingId, id }: { trainingId: string; id: string },
): Promise<void> {
  const rows = await holdSections(db, trainingId)
  if (!rows.some((row) => row.id === id)) throw noSuchSection()
  await saveRows(
    db,
    actor,
    trainingId,
    rows.filter((row) => row.id !== id),
  )
}

/** Puts the sections of a training into another order. @throws AppError 404, 422 `not_all` */
export async function reorderSections(
  db: Db,
  actor: SignedIn,
  trainingId: string,
  ids: string[],
): Promise<void> {
  const rows = inOrderOf(await holdSections(db, trainingId), ids)
  if (!rows) throw unprocessable('not_all', 'Please name every section once')
  await saveRows(db, actor, trainingId, rows)
}

/**
 * The row that saving `draft` makes of a section, on top of what is stored of it; its place is for the
 * caller to give. Captions that are left out stay with their video, and with no other.
 */
export function sectionRow(
  id: string,
  { type, content: written, captions }: Draft,
  stored?: SectionRow,
): SectionRow {
  const content = type === 'text' ? written : written.trim()
  const kept = stored?.content === content ? stored.captions : null
  return {
    id,
    type,
    content,
    captions: type === 'video' ? (captions === undefined ? kept : captions || null) : null,
    order_number: 0,
  }
}

/** Of a training that nobody else saves meanwhile. */
async function holdSections(db: Db, trainingId: string): Promise<SectionRow[]> {
  if (!(await lockTraining(db, trainingId, 'update'))) throw noSuchTraining()
  const rows = await listSections(db, trainingId)
  return rows.map(({ id, order_number, type, content, captions }) => ({
    id,
    order_number,
    type,
    content,
    captions,
  }))
}

async function saveRows(
  db: Db,
  actor: SignedIn,
  trainingId: string,
  rows: SectionRow[],
): Promise<void> {
  const renumbered = rows.map((row, index) => ({ ...row, order_number: index + 1 }))
  await replaceSections(db, trainingId, renumbered)
  await touchTraining(db, trainingId, actor.id)
}
