import { Clock, Container, Ctx, type MilkdownPlugin } from '@milkdown/kit/ctx'
import {
  config,
  init,
  remarkCtx,
  remarkStringifyOptionsCtx,
  schema as schemaPlugin,
  schemaCtx,
} from '@milkdown/kit/core'
import {
  headingSchema,
  hardbreakSchema,
  imageSchema,
  listItemSchema,
  paragraphSchema,
  remarkAddOrderInListPlugin,
  remarkHtmlTransformer,
  remarkLineBreak,
  schema as commonmarkSchema,
} from '@milkdown/kit/preset/commonmark'
import {
  extendListItemSchemaForTask,
  remarkGFMPlugin,
  schema as gfmSchema,
  tableCellSchema,
  tableHeaderSchema,
} from '@milkdown/kit/preset/gfm'
import type { Node, Schema } from '@milkdown/kit/prose/model'
import { ParserState, SerializerState, type RemarkParser } from '@milkdown/kit/transformer'
import { trimTexts, type MarkdownTree } from './markdown-tree.ts'

/** What a text is made of, and the ways between Markdown and that. */
export type Language = {
  schema: Schema
  /** The document that a text says; throws where the editor has no shape for it. */
  parse: (markdown: string) => Node
  /** The Markdown of a document, written anew. */
  write: (doc: Node) => string
  /** The tree of a text with the places of its parts, nothing left out. */
  treeOf: (markdown: string) => MarkdownTree
}

/** Without a title an image has `null`, which the preset's own reader refuses: the image would be gone. */
const image = imageSchema.extendSchema((before) => (ctx) => {
  const spec = before(ctx)
  return {
    ...spec,
    parseMarkdown: {
      match: spec.parseMarkdown.match,
      runner: (state, { url, alt, title }, type) => {
        state.addNode(type, { src: url ?? '', alt: alt ?? '', title: title ?? '' })
      },
    },
    toMarkdown: {
      match: spec.toMarkdown.match,
      runner: (state, { attrs }) => {
        const { src, alt, title } = attrs
        state.addNode('image', undefined, undefined, { url: src, alt, title: title || null })
      },
    },
  }
})

/** The page's own h1 is the title of what is read: a text's headings stand below it, here as there. */
const heading = headingSchema.extendSchema((before) => (ctx) => ({
  ...before(ctx),
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    getAttrs: (element: HTMLElement) => ({ level: Number(element.dataset.level ?? level) }),
  })),
  toDOM: ({ attrs: { level } }) => [
    `h${Math.min(6, Number(level) + 1)}`,
    { 'data-level': level },
    0,
  ],
}))

/** Readers see every end of a line as one. */
const lineBreak = hardbreakSchema.extendSchema((before) => (ctx) => ({
  ...before(ctx),
  parseDOM: [{ tag: 'br', getAttrs: () => ({ isInline: true }) }],
  toDOM: () => ['br'],
}))

/** The preset's own asks a screen whether an empty paragraph is to be kept as HTML: it never is. */
const paragraph = paragraphSchema.extendSchema((before) => (ctx) => ({
  ...before(ctx),
  toMarkdown: {
    match: ({ type }) => type.name === 'paragraph',
    runner: (state, { content }) => {
      state.openNode('paragraph').next(content).closeNode()
    },
  },
}))

/** A new list has no blank lines between its items. */
const listItem = extendListItemSchemaForTask.extendSchema((before) => (ctx) => {
  const spec = before(ctx)
  return { ...spec, attrs: { ...spec.attrs, spread: { default: false, validate: 'boolean' } } }
})

/** The preset's own cells are aligned to the left where nothing says so. */
const alignment = {
  default: null,
  validate: 'string|null',
}
const alignedCell = {
  attrs: {
    colspan: { default: 1 },
    rowspan: { default: 1 },
    colwidth: { default: null },
    alignment,
  },
}
const cells = [tableCellSchema, tableHeaderSchema].map((schema) =>
  schema.extendSchema((before) => (ctx) => {
    const spec = before(ctx)
    const tag = schema === tableCellSchema ? 'td' : 'th'
    return {
      ...spec,
      ...alignedCell,
      parseDOM: [{ tag, getAttrs: ({ style }) => ({ alignment: style.textAlign || null }) }],
      toDOM: ({ attrs }) => [
        tag,
        attrs.alignment ? { style: `text-align: ${attrs.alignment}` } : {},
        0,
      ],
    }
  }),
)

const replaced = new Set<unknown>(
  [
    paragraphSchema,
    headingSchema,
    hardbreakSchema,
    imageSchema,
    listItemSchema,
    extendListItemSchemaForTask,
    tableCellSchema,
    tableHeaderSchema,
  ].flat(),
)

const plugins: MilkdownPlugin[] = [
  // The first of its kind is what stands where nothing else is said.
  paragraph,
  commonmarkSchema.filter((plugin) => !replaced.has(plugin)),
  heading,
  lineBreak,
  image,
  listItem,
  cells.flat(),
  gfmSchema.filter((plugin) => !replaced.has(plugin)),
  remarkGFMPlugin,
  remarkAddOrderInListPlugin,
  remarkLineBreak,
  remarkHtmlTransformer,
].flat()

/** The parts of Milkdown that know Markdown; it has neither a screen nor one for each box. */
async function build(): Promise<Language> {
  const ctx = new Ctx(new Container(), new Clock())
  const configure = config((inner) => {
    // The preset's own handlers leave characters unescaped that mean something.
    inner.set(remarkStringifyOptionsCtx, { bullet: '-', rule: '-' })
    inner.set(remarkGFMPlugin.options.key, { tablePipeAlign: false })
  })
  const all = [configure, init(null as never), schemaPlugin, ...plugins]
  await Promise.all(all.map((plugin) => plugin(ctx)).map(async (run) => run?.()))
  const schema = ctx.get(schemaCtx)
  const remark: RemarkParser = ctx.get(remarkCtx)
  return {
    schema,
    // A reader of its own for each text: one that threw has half a text left in it.
    parse: (markdown) => ParserState.create(schema, remark)(markdown),
    write: (doc) => {
      const state = new SerializerState(schema)
      state.run(doc)
      return remark.stringify(trimTexts(state.build()) as never)
    },
    treeOf: (markdown) => remark.parse(markdown) as MarkdownTree,
  }
}

let language: Promise<Language> | undefined

/** Built once for the whole visit. */
export function loadLanguage(): Promise<Language> {
  language ??= build()
  return language
}
