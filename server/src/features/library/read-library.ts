import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIBRARY_KINDS } from '@frontdesk/contract/constants'
import { ITEMS } from '@frontdesk/contract/items'
import type { LibraryKind } from '@frontdesk/contract/library'
import { libraryDir } from '../../paths.ts'
import { parseText, type StarterText } from './parse-text.ts'

/**
 * Every text, by kind and title. Read anew each time: it is looked at on a few days of an installation's
 * life, and would otherwise stay in memory for all of the others.
 */
export async function readLibrary(): Promise<StarterText[]> {
  const kinds = await Promise.all(LIBRARY_KINDS.map(readKind))
  return kinds.flat()
}

/** One text; undefined where there is none of that name. */
export async function readText(slug: string): Promise<StarterText | undefined> {
  return (await readLibrary()).find((text) => text.slug === slug)
}

async function readKind(kind: LibraryKind): Promise<StarterText[]> {
  const folder = join(libraryDir, ITEMS[kind].all)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const texts = await Promise.all(files.map(async (name) => readOne(kind, folder, name)))
  return texts.toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
}

async function readOne(kind: LibraryKind, folder: string, name: string): Promise<StarterText> {
  const file = await readFile(join(folder, name), 'utf8')
  try {
    return parseText(kind, name.slice(0, -'.md'.length), file)
  } catch (error) {
    throw new Error(`${join(folder, name)} can't be read`, { cause: error })
  }
}
