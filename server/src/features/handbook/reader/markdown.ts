import { readWholeText } from '../../documents/reader/read-text.ts'
import { CarriedPictures, type OnPicture, WRITTEN } from './carried-pictures.ts'
import type { Handbook } from './blocks.ts'

const WORDS = String.raw`!\[((?:\\.|[^[\]\\]){0,500})\]`
/** One that is not in this portal. */
const ELSEWHERE = new RegExp(String.raw`${WORDS}\((?!/api/v1/pictures/|carried:)`)
/** One whose bytes are in the text: where it stands, or at the end under a name, as Google Docs writes them. */
const HERE = new RegExp(String.raw`${WORDS}\(<?${WRITTEN}>?(?:[ \t]+"[^"\n]{0,500}")?\)`, 'gi')
const UNDER_A_NAME = new RegExp(
  String.raw`^ {0,3}\[([^[\]\n]{1,200})\]:[ \t]*<?${WRITTEN}>?[ \t]*$\n?`,
  'gim',
)
const NAMED = new RegExp(String.raw`${WORDS}(?:\[([^[\]\n]{0,200})\])?(?![([:])`, 'g')

/** Markdown stays as it is, but for pictures that are in it. */
export async function readMarkdown(path: string, onPicture?: OnPicture): Promise<Handbook> {
  const text = (await readWholeText(path)).replaceAll('\r\n', '\n')
  const pictures = new CarriedPictures(onPicture)
  const shown = (words: string, address: string | null) =>
    address === null ? '' : `![${words}](${address})`
  const named = new Map<string, string | null>()
  const markdown = text
    .replaceAll(UNDER_A_NAME, (_, name: string, kind: string, base64: string) => {
      named.set(name.toLowerCase(), pictures.takeWritten(kind, base64))
      return ''
    })
    .replaceAll(HERE, (_, words: string, kind: string, base64: string) =>
      shown(words, pictures.takeWritten(kind, base64)),
    )
    .replaceAll(NAMED, (whole, words: string, name?: string) => {
      const address = named.get((name || words).toLowerCase())
      return address === undefined ? whole : shown(name ? words : '', address)
    })
  const notes = ELSEWHERE.test(markdown)
    ? ['Pictures were not brought along: one on another site is shown as a link.']
    : []
  return { markdown, notes: [...pictures.notes(), ...notes] }
}
