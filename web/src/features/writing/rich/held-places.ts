import type { Node } from '@milkdown/kit/prose/model'
import {
  Plugin,
  PluginKey,
  TextSelection,
  type EditorState,
  type Transaction,
} from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view'
import type { Places } from '../picture-markdown.ts'
import { pictureNode } from './commands.ts'

type Change =
  | { hold: number; at: number }
  /** `to`: where those go on that stood at the same place behind it. */
  | { release: number; to?: number }

const key = new PluginKey<Places>('held places')

/** Keeps the places of pictures that are under way while the text around them is written on. */
export function heldPlaces(begin: (doc: Node) => Places): Plugin<Places> {
  return new Plugin<Places>({
    key,
    state: {
      init: (_, { doc }) => begin(doc),
      apply: (tr, before) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what is below sets it
        const change = tr.getMeta(key) as Change | undefined
        const gone = change && 'release' in change ? change : null
        const from = gone && before.get(gone.release)
        const after = new Map<number, number>()
        for (const [id, place] of before) {
          if (id === gone?.release) continue
          const isBehind = gone?.to !== undefined && place === from && id > gone.release
          after.set(id, isBehind ? gone.to! : tr.mapping.map(place, -1))
        }
        if (change && 'hold' in change) after.set(change.hold, change.at)
        return after
      },
    },
    props: {
      decorations: (state) => {
        const places = [...placesIn(state)]
        return DecorationSet.create(
          state.doc,
          places.map(([id, place]) => Decoration.widget(place, markOf, { key: `held-${id}` })),
        )
      },
    },
  })
}

/** Stands where a picture will. */
function markOf(): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'picture-held'
  return mark
}

export const placesIn = (state: EditorState): Places => key.getState(state) ?? new Map()

export const hold = (tr: Transaction, id: number, at: number) =>
  tr.setMeta(key, { hold: id, at } satisfies Change)

export const release = (tr: Transaction, id: number) =>
  tr.setMeta(key, { release: id } satisfies Change)

/** Puts a picture where its place was held: in a paragraph of its own where the words before it end one. */
export function putPicture(state: EditorState, id: number, source: string, words: string) {
  const { doc, schema, selection, tr } = state
  const at = Math.min(placesIn(state).get(id) ?? selection.to, doc.content.size)
  const $at = doc.resolve(at)
  const { parent } = $at
  const picture = pictureNode(schema, source, words)
  const fits = parent.inlineContent && parent.canReplaceWith($at.index(), $at.index(), picture.type)
  const isEnd = $at.depth === 1 && parent.content.size > 0 && at === $at.end()
  const isAlone = !fits || (isEnd && parent.type.name === 'paragraph')
  const from = isAlone && $at.depth > 0 ? $at.after(1) : at
  tr.insert(from, isAlone ? schema.nodes.paragraph!.create(null, picture) : picture)
  const to = from + picture.nodeSize + (isAlone ? 1 : 0)
  // Whoever waited there goes on behind it.
  if (selection.empty && selection.head === at) tr.setSelection(TextSelection.create(tr.doc, to))
  return tr.setMeta(key, { release: id, to } satisfies Change)
}

/** A sign that nobody writes. */
const SIGN = '\uE0F7'

/** The same places in the Markdown of a text. */
export function placesInMarkdown(
  state: EditorState,
  writeBack: (doc: Node) => string,
): Map<number, number> {
  const text = writeBack(state.doc)
  return new Map(
    [...placesIn(state)].map(([id, at]) => {
      if (!state.doc.resolve(at).parent.inlineContent) return [id, text.length]
      const marked = writeBack(state.tr.insertText(SIGN, at).doc)
      const place = marked.indexOf(SIGN)
      if (place < 0) return [id, text.length]
      let same = 0
      // The block may have been written anew for the sign.
      while (same < place && text[same] === marked[same]) same++
      return [id, same]
    }),
  )
}
