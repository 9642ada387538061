import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from './etag.ts'
import { contentSecurityPolicy } from './headers.ts'

const compress = promisify(brotliCompress)

/** What the page brings along, so that no request has to be made for it. */
export interface PageSettings {
  /** Declarations of custom properties; null for the colours of the style sheet. */
  accent_css: string | null
  logo: string | null
}

/** The page waits no longer than this for a database that doesn't answer. */
const PATIENCE_MS = 400

/** What an iPhone's home screen shows where there is no logo. */
const DRAWN_ICON = '/icons/apple-touch-icon.png'

interface Rendered {
  from: string
  html: string
  brotli: Buffer
  etag: string
  policy: string
}

/**
 * Returns what sends the app's one page, with the settings in it: a visitor sees the brokerage's name
 * and colour from the first paint on. Where they can't be had, the page is sent as it was last, or
 * without them.
 */
export function createAppPage(file: string, findSettings: () => Promise<PageSettings>) {
  let latest: Rendered | null = null

  async function render(): Promise<Rendered> {
    const settings = await Promise.race([
      findSettings().catch(() => undefined),
      setTimeout(PATIENCE_MS, undefined),
    ])
    if (!settings && latest) return latest
    const from = JSON.stringify(settings ?? null)
    if (latest?.from === from) return latest
    const built = await readFile(file, 'utf8')
    const policy = contentSecurityPolicy(hashesOfScripts(built))
    const html = withSettings(built, settings)
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    const rendered = { from, html, brotli: await compress(html), etag, policy }
    // What was sent without settings is nothing to fall back on.
    if (settings) latest = rendered
    return rendered
  }

  return async (request: FastifyRequest, reply: FastifyReply, headers: object) => {
    const { html, brotli, etag, policy } = await render()
    reply.headers({
      ...headers,
      'Content-Security-Policy': policy,
      ETag: etag,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('text/html; charset=utf-8')
    if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(html)
    return reply.header('Content-Encoding', 'br').send(brotli)
  }
}

function withSettings(html: string, settings: PageSettings | undefined): string {
  if (!settings) return html
  const { accent_css: css, logo } = settings
  const meta = `<meta name="front-desk-settings" content="${escapeAttribute(JSON.stringify(settings))}" />`
  // Made of checked colours alone. `html:root` wins over the style sheet, wherever that stands.
  const style = css === null ? '' : `<style id="accent">html:root{${css}}</style>`
  // The frame has the product's mark in it, which gives way to the brokerage's.
  const unmarked = logo === null ? '' : '<style>#page-shell .brand{visibility:hidden}</style>'
  const icon = logo?.replace('/logo', '/icon/180') ?? DRAWN_ICON
  return html
    .replace(DRAWN_ICON, () => escapeAttribute(icon))
    .replace('</head>', () => `${meta}${style}${unmarked}</head>`)
}

/** Of the scripts that the build has written into the page, before anything of ours is in it. */
const hashesOfScripts = (html: string) =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  )

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeAttribute = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!)
