import { readFile } from 'node:fs/promises'
import type { Plugin, Rolldown } from 'vite'
import { framelessPlaces, shellMarkup, shellPlaceRules } from './page-shell/frame.ts'

/** What is asked for before the program itself asks, by the page's address; behind a `/` stands the id of one. */
const EARLY: Record<string, string[]> = {
  '': ['src/features/landing/landing-page.tsx'],
  login: ['src/features/auth/login-page.tsx'],
  dashboard: ['src/features/dashboard/dashboard-page.tsx'],
  policies: ['src/features/policies/policy-list-page.tsx'],
  'policies/': ['src/features/policies/policy-detail-page.tsx', 'src/ui/markdown-render.ts'],
  training: ['src/features/trainings/training-list-page.tsx'],
  'training/': ['src/features/trainings/training-detail-page.tsx', 'src/ui/markdown-render.ts'],
  processes: ['src/features/processes/process-list-page.tsx'],
  'processes/': ['src/features/processes/process-detail-page.tsx', 'src/ui/markdown-render.ts'],
  documents: ['src/features/documents/document-list-page.tsx'],
  people: ['src/features/people/people-page.tsx'],
  tests: ['src/features/assessments/test-list-page.tsx'],
  notifications: ['src/features/notifications/notifications-page.tsx'],
  profile: ['src/features/profile/profile-page.tsx'],
  recent: ['src/features/search/recent-page.tsx'],
}
/** The pages that are often the first one. */
export const FIRST_PAGES = [...Object.values(EARLY).flat(), 'src/features/chat/chat-page.tsx']
/** What such a page asks the server for, written as the program writes it, beside who is signed in; an id goes behind. */
const CALLS: Record<string, string[]> = {
  dashboard: ['/settings/front-desk', '/policies?pending=true', '/users/me/favourites'],
  policies: ['/policies?limit=50&view=list&pending=true', '/policies?limit=50&view=list'],
  'policies/': ['/policies/'],
  training: ['/trainings?limit=60'],
  'training/': ['/trainings/'],
  processes: ['/processes?limit=50'],
  'processes/': ['/processes/'],
  documents: ['/documents?pinned_first=true&sort=title&order=asc&limit=48', '/documents/folders'],
  people: ['/users?limit=48'],
  tests: ['/tests?limit=50'],
  notifications: ['/notifications?limit=30'],
}
/** What it asks for beside that for an admin. */
const ADMIN_CALLS: Record<string, string[]> = {
  'policies/': ['/drafts?item_id='],
  'training/': ['/drafts?item_id='],
}
/** The letters of most texts. */
const FONT = /-latin-wght-.*\.woff2$/

const read = async (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

/**
 * Puts the frame of the signed-in pages into the page itself, with the few rules that it needs, and the style
 * sheet behind it: the first paint waits for nothing but the page.
 */
export function pageShell(): Plugin {
  return {
    name: 'page-shell',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const tokens = await read('src/ui/tokens.css')
        const fonts = await read('src/ui/fonts.css')
        const fallback = fonts.slice(fonts.indexOf('/* Arial stretched'))
        const rules = tokens + fallback + (await read('page-shell/frame.css')) + shellPlaceRules()
        const mark = (await read('public/favicon.svg')).replaceAll(/\s*\n\s*/g, '')
        const drawn = mark.replace('fill="#1b5a45"', 'style="fill:var(--accent-fill)"')
        const script = (await read('page-shell/before-paint.js'))
          .replace('FRAMELESS', JSON.stringify(framelessPlaces))
          .replace('CHUNKS', JSON.stringify(earlyChunks(Object.values(bundle ?? {}))))
          .replace('ADMIN_CALLS', JSON.stringify(ADMIN_CALLS))
          .replace('CALLS', JSON.stringify(CALLS))
          .replace('FONTS', JSON.stringify(fontsOf(Object.keys(bundle ?? {}))))
        const { link, style } = ownSheet(html, bundle ?? {})
        return (
          html
            .replace(link, '')
            // The first paint does not wait for the program, and the browser is told.
            .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
            .replace('<!-- before-paint -->', () => `<script>${shortened(script)}</script>`)
            .replace('</head>', () => `<style>${shortened(rules)}</style></head>`)
            .replace('<!-- page-shell -->', () => `${shellMarkup(drawn)}${style}`)
        )
      },
    },
  }
}

/**
 * The style sheet's link, and what stands in the page instead: it comes while the program has not begun to, and is
 * kept as the page is. What is loaded later asks for the link, and goes without where there is one.
 */
function ownSheet(html: string, bundle: Rolldown.OutputBundle) {
  const [link = '', href = ''] =
    /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html) ?? []
  const file = bundle[href]
  if (file?.type !== 'asset') return { link, style: link }
  return {
    link,
    style: `<style>${String(file.source)}</style>${link.replace('<link', '<link disabled')}`,
  }
}

const fontsOf = (files: string[]) =>
  files.filter((file) => FONT.test(file)).map((file) => `/${file}`)

/** The files of each early page, and all that they import beyond what the page brings anyway. */
function earlyChunks(outputs: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const known = new Set([entry?.fileName, ...(entry?.imports ?? [])])
  const lengths = new Map(chunks.map(({ fileName, code }) => [fileName, code.length]))
  // The largest first: a browser has few connections, and the page waits for all of them.
  const lengthOf = (file: string) => lengths.get(file) ?? 0
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const filesOf = (source: string) => {
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
    const files = new Set(page ? [page.fileName] : [])
    // What is added on the way is looked at, too.
    for (const file of files)
      for (const one of importsOf.get(file) ?? []) if (!known.has(one)) files.add(one)
    return [...files]
  }
  return Object.fromEntries(
    Object.entries(EARLY).map(([at, sources]) => [
      at,
      [...new Set(sources.flatMap(filesOf))]
        .toSorted((one, other) => lengthOf(other) - lengthOf(one))
        .map((file) => `/${file}`),
    ]),
  )
}

/** Without comments and indentation. */
const shortened = (text: string) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
