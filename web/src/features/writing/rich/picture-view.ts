import type { Node } from '@milkdown/kit/prose/model'
import type { NodeView, NodeViewConstructor } from '@milkdown/kit/prose/view'
import { queryClient } from '#web/lib/query-client.ts'
import { blankOf, pictureAt } from '#web/lib/text-picture-name.ts'
import { textPictureQuery } from '#web/lib/text-picture-query.ts'

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
