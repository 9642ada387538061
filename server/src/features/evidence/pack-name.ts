import type { Named } from './pack-words.ts'

const MOST_LETTERS = 40

/** Plain letters, as every system takes them in the name of a file; empty where there are none. */
const plain = (words: string) =>
  words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, MOST_LETTERS)
    .replaceAll(/^-|-$/g, '')

const first = ({ names, count }: Named) =>
  [plain(names[0] ?? ''), ...(count > 1 ? [`and-${count - 1}-more`] : [])].filter(Boolean)

/** A name that tells packs of one day apart: when, about whom and what, and the end of its id. */
export function nameOfPack(
  { id, created_at: made }: { id: string; created_at: string },
  { people, items }: { people: Named | null; items: Named | null },
): string {
  const about = [...(people ? first(people) : ['everyone']), ...(items ? first(items) : [])]
  return `${['evidence', made.slice(0, 10), ...about, id.slice(-6)].join('-')}.zip`
}
