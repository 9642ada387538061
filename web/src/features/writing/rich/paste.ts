import { DOMParser as Reader, Slice, type Node as Block } from '@milkdown/kit/prose/model'
import { TextSelection, type Transaction } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { Language } from './language.ts'
import { cleanPasted, PICTURE_SIGN } from './paste-html.ts'

/** Characters of HTML that are taken in at once: a book has fewer. */
const MOST_HTML = 5_000_000
const MOST_TEXT = 1_000_000

const policy = globalThis.window?.trustedTypes?.createPolicy('frontdesk-paste', {
  createHTML: (html) => html,
})

/** Where pasted things go, and what is said of them. */
export type Pasting = {
  language: Language
  /** Who keeps pictures, each for a place of the document, or for where the cursor is. */
  onPictures: (files: File[], places?: number[]) => void
  /** A sentence for the person, or null where there is nothing to say. */
  onNotice: (notice: string | null) => void
}

/** Takes what comes from the clipboard or is dropped. */
export function takeIn(view: EditorView, data: DataTransfer | null, pasting: Pasting): void {
  if (!data) return
  const { onNotice, onPictures } = pasting
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  const pictures = [...data.files].filter((file) => file.type.startsWith('image/'))
  onNotice(null)
  const size = lengthOf(html)
  if (size > MOST_HTML || text.length > MOST_TEXT) {
    onNotice(
      `This is too much to paste at once (${Math.ceil(Math.max(size, text.length) / 1_000_000)} MB). Nothing was changed: paste it in parts.`,
    )
    return
  }
  const isCode = view.state.selection.$from.parent.type.spec.code
  if (isCode && text) {
    view.dispatch(view.state.tr.insertText(text.replaceAll(/\r\n?/g, '\n')).scrollIntoView())
    return
  }
  // A copied picture comes with a page of nothing but itself.
  if (pictures.length > 0 && text.trim() === '') {
    onPictures(pictures)
    return
  }
  if (data.files.length > 0 && !html && !text) {
    onNotice('Only pictures can be dropped here.')
    return
  }
  if (html) takeHtml(view, { html, text, rtf: data.getData('text/rtf') }, pasting)
  else if (text) view.dispatch(withMarkdown(view, text, pasting.language).scrollIntoView())
}

/** Without the pictures that it brings along: those are looked at one by one. */
function lengthOf(html: string): number {
  let length = html.length
  for (const [picture] of html.matchAll(/data:image\/[a-z]+;base64,[^"'\s>]*/gi))
    length -= picture.length
  return length
}

type Pasted = { html: string; text: string; rtf: string }

function takeHtml(view: EditorView, { html, text, rtf }: Pasted, pasting: Pasting): void {
  const trusted = policy ? (policy.createHTML(html) as unknown as string) : html
  // A document of its own: nothing in it runs or is fetched.
  const { body } = new DOMParser().parseFromString(trusted, 'text/html')
  const { language, onPictures, onNotice } = pasting
  const { origin } = globalThis.location
  const { files, left } = cleanPasted(body, { origin, rtf })
  if (left > 0) onNotice(leftOut(left))
  const slice = Reader.fromSchema(language.schema).parseSlice(body)
  if (slice.size === 0 && text) {
    view.dispatch(withMarkdown(view, text, language).scrollIntoView())
    return
  }
  const tr = view.state.tr.replaceSelection(slice)
  const places = takeSigns(tr)
  view.dispatch(tr.scrollIntoView())
  if (files.length > 0) onPictures(files, places)
}

/** Takes out the signs that stand for pictures, and says where they stood. */
function takeSigns(tr: Transaction): number[] {
  const signs: number[] = []
  tr.doc.descendants((node, at) => {
    if (!node.isText) return
    for (const { index } of node.text!.matchAll(new RegExp(PICTURE_SIGN, 'g')))
      signs.push(at + index)
  })
  for (const at of signs.toReversed()) tr.delete(at, at + 1)
  return signs.map((at, index) => at - index)
}

const leftOut = (count: number) =>
  count === 1
    ? 'A picture was left out, since nothing is fetched from elsewhere: save it as a file and add that.'
    : `${count} pictures were left out, since nothing is fetched from elsewhere: save them as files and add those.`

/** Plain words are read as Markdown, as the source view would; one paragraph flows into the line. */
export function withMarkdown(view: EditorView, text: string, language: Language): Transaction {
  const { tr, selection, doc } = view.state
  const blocks = blocksOf(text, language)
  const [only] = blocks
  const isAll = selection.from <= 1 && selection.to >= doc.content.size - 1
  if (isAll) {
    tr.replaceWith(0, doc.content.size, blocks)
    return tr.setSelection(TextSelection.atEnd(tr.doc))
  }
  const isLine = blocks.length === 1 && only!.type.name === 'paragraph'
  if (!isLine) return tr.replaceSelection(new Slice(tr.doc.type.create(null, blocks).content, 0, 0))
  const edges = /^(\s*)[^]*?(\s*)$/.exec(text)
  const spaced = (space: string | undefined) => (space ? [language.schema.text(' ')] : [])
  const line = [...spaced(edges?.[1]), ...only!.children, ...spaced(edges?.[2])]
  return tr.replaceSelection(new Slice(only!.type.create(null, line).content, 0, 0))
}

function blocksOf(text: string, { schema, parse }: Language): readonly Block[] {
  try {
    const { children } = parse(text)
    if (children.length > 0) return children
  } catch {
    // It has no shape here: its words stay as they are.
  }
  const { paragraph } = schema.nodes
  return text
    .split(/\n\s*\n/)
    .map((words) => paragraph!.create(null, words ? schema.text(words.replaceAll('\n', ' ')) : []))
}
