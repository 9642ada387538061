import { readFile } from 'node:fs/promises'
import type { Plugin, Rolldown } from 'vite'
import { framelessPlaces, shellMarkup, shellPlaceRules } from './page-shell/frame.ts'

/** The pages whose code is asked for before the program itself asks, by the first part of their address. */
const EARLY: Record<string, string> = {
  dashboard: 'src/features/dashboard/dashboard-page.tsx',
  policies: 'src/features/policies/policy-list-page.tsx',
  training: 'src/features/trainings/training-list-page.tsx',
}

const read = async (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

/**
 * Puts the frame of the signed-in pages into the page itself, with the few rules that it needs, and moves the
 * style sheet behind it: the first paint waits for nothing but the page.
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
        const sheet = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? ''
        return html
          .replace(sheet, '')
          .replace('<!-- before-paint -->', () => `<script>${shortened(script)}</script>`)
          .replace('</head>', () => `<style>${shortened(rules)}</style></head>`)
          .replace('<!-- page-shell -->', () => `${shellMarkup(drawn)}${sheet}`)
      },
    },
  }
}

/** The files of each early page, and what they import beyond what the page brings anyway. */
function earlyChunks(outputs: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const known = new Set([entry?.fileName, ...(entry?.imports ?? [])])
  const filesOf = (source: string) => {
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
    return page ? [page.fileName, ...page.imports].filter((file) => !known.has(file)) : []
  }
  return Object.fromEntries(
    Object.entries(EARLY).map(([at, source]) => [at, filesOf(source).map((file) => `/${file}`)]),
  )
}

/** Without comments and indentation. */
const shortened = (text: string) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
