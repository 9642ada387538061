/// <reference types="trusted-types" />
import { blocksOf } from '@frontdesk/contract/text-blocks'
import createDOMPurify from 'dompurify'
import { Marked, type MarkedExtension, Renderer, type Token, type Tokens } from 'marked'
import { blankOf, pictureAt } from '#web/lib/text-pictures.ts'

const options = { gfm: true, breaks: true }

const plain = Renderer.prototype

const safely: MarkedExtension = {
  walkTokens(token) {
    // The page's own h1 is the title of what is read: a text's headings start below it.
    if (token.type === 'heading') token.depth = Math.min(6, token.depth + 1)
    // No page may fetch pictures from elsewhere: who reads looks at them there.
    if (token.type === 'image' && leadsOut(token.href)) {
      const text = token.text || token.href
      Object.assign(token, { type: 'link', text, tokens: [{ type: 'text', raw: text, text }] })
    }
  },
  renderer: {
    // An image element sends no token: the frame is filled by text-pictures.tsx.
    image(token) {
      const picture = pictureAt(token.href)
      if (!picture) return false
      const { name, width, height } = picture
      const image = plain.image.call(this, { ...token, href: blankOf(picture) })
      return `<span data-picture="${name}">${image.replace(/^<img/, `$& width="${width}" height="${height}"`)}</span>`
    },
  },
}

const marked = new Marked(options, safely)

/** What is said has files and no pictures: the server keeps none for it, and one would be gone some day. */
const said = new Marked(options, safely, {
  walkTokens(token) {
    if (token.type === 'image' && pictureAt(token.href)) token.type = 'text'
  },
})

/** Which block of the text a token is, from 0. */
const numbers = new WeakMap<Token, number>()

/** Writes the number of the block into its first tag. */
const withNumber = (token: Token, html: string) =>
  numbers.has(token) ? html.replace(/^<\w+/, `$& data-block="${numbers.get(token)}"`) : html

/** The same, where each block says which one it is. */
const numbering = new Marked(options, safely, {
  hooks: {
    processAllTokens(tokens) {
      for (const [number, { token }] of blocksOf(tokens as Token[]).entries()) {
        numbers.set(token, number)
      }
      return tokens
    },
  },
  renderer: {
    heading(token: Tokens.Heading) {
      return withNumber(token, plain.heading.call(this, token))
    },
    paragraph(token: Tokens.Paragraph) {
      return withNumber(token, plain.paragraph.call(this, token))
    },
    listitem(token: Tokens.ListItem) {
      return withNumber(token, plain.listitem.call(this, token))
    },
    blockquote(token: Tokens.Blockquote) {
      return withNumber(token, plain.blockquote.call(this, token))
    },
    table(token: Tokens.Table) {
      return withNumber(token, plain.table.call(this, token))
    },
    code(token: Tokens.Code) {
      return withNumber(token, plain.code.call(this, token))
    },
  },
})

/** Whether an address is of another site. */
const leadsOut = (href: string) =>
  /^(?:https?:)?\/\//i.test(href) && !href.startsWith(`${globalThis.location.origin}/`)

const purify = createDOMPurify(window)

purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  const href = element.getAttribute('href')
  if (href === null) return
  element.setAttribute('rel', 'noopener noreferrer')
  // Who reads, writes or is being asked something here comes back to it.
  if (leadsOut(href)) element.setAttribute('target', '_blank')
})

// Where the browser demands a named policy for any HTML, only what DOMPurify handles gets one.
const passThrough: TrustedTypePolicyOptions = { createHTML: (html) => html }
const policy = window.trustedTypes?.createPolicy('frontdesk-markdown', passThrough)

/** Schemes that a text may link to, and paths of this site. */
const LINKS = /^(?:(?:https?|mailto|tel):|\/(?![/\\]))/i

const KINDS = { text: marked, numbered: numbering, said }

/**
 * What a Markdown text says as HTML, as it stands there: it has to be cleaned.
 * @param kind `numbered`: each block has its number, from 0, as `data-block`; `said`: a message or comment
 */
export const parseMarkdown = (source: string, kind: keyof typeof KINDS = 'text'): string =>
  KINDS[kind].parse(source, { async: false })

/** The same, sanitised; links lead to http, https, mailto or tel only. */
export function cleanHtml(html: string): TrustedHTML | string {
  const allowed = {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'video', 'audio'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
    ALLOWED_URI_REGEXP: LINKS,
    // By the same rule every other value would have to be such an address: lists would all begin with 1.
    ADD_URI_SAFE_ATTR: ['start', 'align'],
  }
  if (!policy) return purify.sanitize(html, allowed)
  return purify.sanitize(html, {
    ...allowed,
    TRUSTED_TYPES_POLICY: policy,
    RETURN_TRUSTED_TYPE: true,
  })
}
