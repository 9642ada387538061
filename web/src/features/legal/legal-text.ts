/** A paragraph, or the items of a list. */
export type LegalBlock = string | { items: string[] }

export type LegalSection = { heading: string; blocks: LegalBlock[] }

/** `{brokerage}` stands for the name of the brokerage. */
export type LegalText = {
  title: string
  introduction: string
  revised: string
  sections: LegalSection[]
}

/** A text's sentence with the brokerage's name in it. */
export function withName(text: string, brokerage: string): string {
  return text.replaceAll('{brokerage}', brokerage)
}

/** The same text as Markdown, for a brokerage that begins its own with ours. */
export function legalMarkdown({ introduction, sections }: LegalText): string {
  const parts = sections.map(({ heading, blocks }) =>
    [`# ${heading}`, ...blocks.map(markdownOf)].join('\n\n'),
  )
  return [introduction, ...parts].join('\n\n')
}

const markdownOf = (block: LegalBlock) =>
  typeof block === 'string' ? block : block.items.map((item) => `- ${item}`).join('\n')
