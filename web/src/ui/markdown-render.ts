/// <reference types="trusted-types" />
import createDOMPurify from 'dompurify'
import { Marked } from 'marked'

const marked = new Marked({ gfm: true, breaks: true })

// The page's own h1 is the title of what is read: a text's headings start below it.
marked.use({
  walkTokens(token) {
    if (token.type === 'heading') token.depth = Math.min(6, token.depth + 1)
  },
})

const purify = createDOMPurify(window)

purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  if (element.hasAttribute('href')) element.setAttribute('rel', 'noopener noreferrer')
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
