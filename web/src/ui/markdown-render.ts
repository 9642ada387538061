/// <reference types="trusted-types" />
import createDOMPurify from 'dompurify'
import { Marked } from 'marked'

const marked = new Marked({ gfm: true, breaks: true })

marked.use({
  walkTokens(token) {
    // The page's own h1 is the title of what is read: a text's headings start below it.
    if (token.type === 'heading') token.depth = Math.min(6, token.depth + 1)
    // No page may fetch pictures from elsewhere: who reads looks at them there.
    if (token.type === 'image' && leadsOut(token.href)) {
      const text = token.text || token.href
      Object.assign(token, { type: 'link', text, tokens: [{ type: 'text', raw: text, text }] })
    }
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

/** Sanitised HTML of a Markdown text; links lead to http, https, mailto or tel only. */
export function renderMarkdown(source: string): TrustedHTML | string {
  const html = marked.parse(source, { async: false })
  const options = {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'video', 'audio'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
    ALLOWED_URI_REGEXP: LINKS,
  }
  if (!policy) return purify.sanitize(html, options)
  return purify.sanitize(html, {
    ...options,
    TRUSTED_TYPES_POLICY: policy,
    RETURN_TRUSTED_TYPE: true,
  })
}
