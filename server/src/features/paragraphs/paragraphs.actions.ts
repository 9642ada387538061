import type { FoundParagraph } from '@frontdesk/contract/policy-paragraphs'
import type { Db } from '../../db/connect.ts'
import { blocksOfText, nameParagraphs, type Paragraph } from './paragraphs.ts'
import {
  findCurrentVersion,
  findLastStored,
  findStoredParagraph,
  insertParagraphs,
  listStoredParagraphs,
  listTextsAfter,
  listWordings,
} from './paragraphs.queries.ts'

/**
 * Names the paragraphs of all versions that have none stored yet, and stores them. Called by whoever adds a
 * version and holds its policy.
 */
export async function storeParagraphs(db: Db, policyId: string): Promise<void> {
  for (const [version, paragraphs] of await nameAfterStored(db, policyId)) {
    if (paragraphs.length > 0) await insertParagraphs(db, policyId, version, paragraphs)
  }
}

/** The paragraphs of a version, in the order of its text, stored or not. */
export async function listParagraphs(
  db: Db,
  policyId: string,
  version: number,
): Promise<Paragraph[]> {
  const stored = await listStoredParagraphs(db, policyId, version)
  if (stored.length > 0) return stored
  return (await nameAfterStored(db, policyId)).get(version) ?? []
}

/**
 * Which paragraph of which version an anchor names: of the given one, else of the newest that has it.
 * Undefined where there is none. Whoever calls decides who may know of the policy.
 */
export async function findParagraph(
  db: Db,
  wanted: { policyId: string; anchor: string; version?: number | undefined },
): Promise<FoundParagraph | undefined> {
  const { policyId } = wanted
  const current = await findCurrentVersion(db, policyId)
  if (current === undefined) return undefined
  const found =
    findNamed(await nameAfterStored(db, policyId), wanted) ??
    (await findStoredParagraph(db, wanted))
  return found && { ...found, policy_id: policyId, current: found.version === current }
}

function findNamed(
  named: Map<number, Paragraph[]>,
  { anchor, version: wanted }: { anchor: string; version?: number | undefined },
) {
  for (const [version, paragraphs] of [...named].toReversed()) {
    if (wanted !== undefined && wanted !== version) continue
    const found = paragraphs.find((paragraph) => paragraph.anchor === anchor)
    if (found) return { ...found, version }
  }
  return undefined
}

/** By version, in their order. The same texts give the same names, now and when they are stored. */
async function nameAfterStored(db: Db, policyId: string): Promise<Map<number, Paragraph[]>> {
  const last = await findLastStored(db, policyId)
  const texts = await listTextsAfter(db, policyId, last)
  const named = new Map<number, Paragraph[]>()
  if (texts.length === 0) return named
  let before = last === 0 ? [] : await listStoredParagraphs(db, policyId, last)
  let wordings = eachOnce(last === 0 ? [] : await listWordings(db, policyId))
  for (const { version, content } of texts) {
    before = nameParagraphs(blocksOfText(content), before, [...wordings.values()])
    wordings = eachOnce([...before, ...wordings.values()])
    named.set(version, before)
  }
  return named
}

/** Each wording once, where it comes first. */
function eachOnce(paragraphs: Paragraph[]): Map<string, Paragraph> {
  const once = new Map<string, Paragraph>()
  for (const one of paragraphs) {
    const key = `${one.anchor}\n${one.kind}\n${one.text}`
    if (!once.has(key)) once.set(key, one)
  }
  return once
}
