/** An element of a page as turndown reads it, as far as it is looked at here: Node's types know no pages. */
export interface PageElement {
  readonly nodeName: string
  readonly parentNode: PageElement | null
  readonly nextSibling: PageElement | null
  readonly children: ArrayLike<PageElement>
  readonly childNodes: ArrayLike<PageElement>
  readonly ownerDocument: { createElement(name: string): PageElement }
  textContent: string | null
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): ArrayLike<PageElement>
  appendChild(node: PageElement): void
  replaceChild(added: PageElement, removed: PageElement): void
}

/** What turndown hands to its rules. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has no type of its own here
export const elementOf = (node: unknown): PageElement => node as PageElement
