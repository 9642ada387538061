import type { Node } from '@milkdown/kit/prose/model'
import {
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'
import {
  Decoration,
  DecorationSet,
  type NodeView,
  type NodeViewConstructor,
} from '@milkdown/kit/prose/view'
import type { Places } from '#web/features/writing/picture-uploads.tsx'
import { queryClient } from '#web/lib/query-client.ts'
import { blankOf, pictureAt, textPictureQuery } from '#web/lib/text-pictures.ts'
import { pictureNode } from './commands.ts'

/** Whether an address is of another site: nobody's browser is to fetch from there. */
const leadsOut = (address: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)

type Asked = {
  addressOf: (source: string) => string
  /** What a picture shows is to be said. */
  onDescribe: (at: number) => void
}

/** Pictures as readers see them: those of this site with what is said of them, and the words of others. */
export const pictureView =
  ({ addressOf, onDescribe }: Asked): NodeViewConstructor =>
  (node, _, getPos) => {
    const source = String(node.attrs.src)
    if (leadsOut(source)) return { dom: wordsOf(node, source), ...alike }
    const frame = document.createElement('span')
    frame.className = 'picture-frame'
    const image = document.createElement('img')
    const words = document.createElement('button')
    words.type = 'button'
    // The toolbar has the same for the keys.
    words.tabIndex = -1
    words.className = 'picture-words'
    words.addEventListener('mousedown', (event) => event.preventDefault())
    words.addEventListener('click', () => {
      const at = getPos()
      if (at !== undefined) onDescribe(at)
    })
    frame.append(image, words)
    const say = ({ attrs: { alt, title } }: Node) => {
      image.alt = String(alt)
      image.title = String(title)
      words.textContent = alt ? `“${String(alt)}”` : 'Describe this picture'
      words.title = alt ? 'Describe it otherwise' : ''
      words.toggleAttribute('data-empty', !alt)
    }
    say(node)
    show(image, frame, addressOf(source))
    const update = (next: Node) => {
      if (next.type !== node.type || next.attrs.src !== source) return false
      say(next)
      return true
    }
    return { dom: frame, update, stopEvent: ({ target }) => target === words, ...alike }
  }

function wordsOf({ attrs }: Node, source: string): HTMLElement {
  const name = document.createElement('span')
  name.className = 'picture-elsewhere'
  name.textContent = String(attrs.alt) || source
  return name
}

/** A picture of a text is fetched with the token, and has its size at once. */
function show(image: HTMLImageElement, frame: HTMLElement, address: string): void {
  const picture = pictureAt(address)
  if (!picture) {
    image.src = address
    return
  }
  image.width = picture.width
  image.height = picture.height
  image.src = blankOf(picture)
  const fetchIt = async () => {
    image.src = await queryClient.fetchQuery(textPictureQuery(picture.name))
  }
  fetchIt().catch(() => frame.append(failureOf(fetchIt)))
}

function failureOf(fetchIt: () => Promise<void>): HTMLElement {
  const again = document.createElement('button')
  again.type = 'button'
  again.tabIndex = -1
  again.className = 'picture-again'
  again.textContent = 'The picture couldn’t be loaded. Try again'
  again.addEventListener('click', () => {
    fetchIt().then(
      () => again.remove(),
      () => undefined,
    )
  })
  return again
}

const alike: Partial<NodeView> = {
  selectNode() {
    if (this.dom instanceof HTMLElement) this.dom.classList.add('ProseMirror-selectednode')
  },
  deselectNode() {
    if (this.dom instanceof HTMLElement) this.dom.classList.remove('ProseMirror-selectednode')
  },
  ignoreMutation: () => true,
}

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
