import type { Node } from '@milkdown/kit/prose/model'
import type { NodeViewConstructor } from '@milkdown/kit/prose/view'

/** Whether an address is of another site: nobody's browser is to fetch from there. */
const leadsOut = (address: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)

/** Pictures as readers see them: those of this site, and the words of others. */
export const pictureView =
  (addressOf: (source: string) => string): NodeViewConstructor =>
  (node) => ({ dom: elementOf(node, addressOf), selectNode, deselectNode, ignoreMutation })

function elementOf({ attrs }: Node, addressOf: (source: string) => string): HTMLElement {
  const source = String(attrs.src)
  const words = String(attrs.alt)
  if (leadsOut(source)) {
    const name = document.createElement('span')
    name.className = 'picture-elsewhere'
    name.textContent = words || source
    return name
  }
  const picture = document.createElement('img')
  picture.src = addressOf(source)
  picture.alt = words
  if (attrs.title) picture.title = String(attrs.title)
  return picture
}

function selectNode(this: { dom: globalThis.Node }) {
  if (this.dom instanceof HTMLElement) this.dom.classList.add('ProseMirror-selectednode')
}

function deselectNode(this: { dom: globalThis.Node }) {
  if (this.dom instanceof HTMLElement) this.dom.classList.remove('ProseMirror-selectednode')
}

const ignoreMutation = () => true
