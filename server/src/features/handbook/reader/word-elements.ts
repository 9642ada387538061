/** What mammoth makes of a Word file before it becomes HTML, as far as it is looked at here. */
export interface WordElement {
  type: string
  children?: WordElement[]
  /** Of text. */
  value?: string
  styleId?: string | null
  styleName?: string | null
  /** Of paragraphs that are in a list. */
  numbering?: object | null
  isBold?: boolean
  /** In points; null: as the style has it. */
  fontSize?: number | null
}

/** All elements of a type within another one. */
export function* elementsOf(element: WordElement, type: string): Generator<WordElement> {
  if (element.type === type) yield element
  for (const child of element.children ?? []) yield* elementsOf(child, type)
}

export const textOf = (element: WordElement): string =>
  Array.from(elementsOf(element, 'text'), ({ value }) => value ?? '').join('')
