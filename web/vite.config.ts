import { basename, extname } from 'node:path'
import { env } from 'node:process'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appIcons, appWorker, chunkModules, precompress } from './vite-files.ts'
import { iconsIn, sharedFiles } from './vite-shared-files.ts'
import { FIRST_PAGES, pageShell } from './vite-page-shell.ts'

const api = env.FRONTDESK_API ?? 'http://127.0.0.1:3001'

const framework =
  /node_modules[\\/](?:react|react-dom|scheduler|@tanstack(?![\\/](?:react-)?virtual))[\\/]/
const entry = /web[\\/]src[\\/]main\.tsx$/
const icons = /node_modules[\\/]lucide-react[\\/]/
/** Icons that only the editor's toolbar has come with the editor. */
const ofEditor =
  /[\\/](?:between-(?:horizontal|vertical)-end|bold|code-xml|fold-(?:horizontal|vertical)|italic|list-ordered|redo-2|table|text-quote)\.m?js$/
const kit = /web[\\/]src[\\/](?:ui|lib)[\\/]/
/** Parts of the kit that neither the shell nor its first page has: they come with the pages that do. */
const later =
  /[\\/](?:ui[\\/](?:account-fields|badge|confirm|copy-button|data-table[\w-]*|dialog|export-button|field|lists|markdown-render|menu|menu-open|page-header|person-cell|qr-code|save-button|shortcuts-choice|tabs|text-picture[\w-]*|toast-shelf)|lib[\\/](?:account-words|due-day|files|kept-text|paging|time-zones))\.tsx?$/

/** Icons of what is there before any page is opened, and of the first one. */
const first = iconsIn(
  ['src/app', 'src/ui', 'src/features/dashboard', 'src/features/favourites', 'src/features/search'],
  later,
)
/** Small parts of features that the shell or its first page has. */
const ofShell =
  /[\\/](?:dashboard[\\/]dashboard\.api|favourites[\\/]favourite-star|search[\\/](?:recent-pages|search-targets))\.tsx?$/

/** What every screen needs comes in one request. */
function isShared(id: string) {
  if (icons.test(id)) return !/[\\/]icons[\\/]/.test(id) || first.has(basename(id, extname(id)))
  return (
    entry.test(id) || framework.test(id) || ofShell.test(id) || (kit.test(id) && !later.test(id))
  )
}

/** All other icons that two pages share come in one more; left alone, each of them becomes a file. */
const isIconOfPages = (id: string) => icons.test(id) && !isShared(id) && !ofEditor.test(id)

/** What pages share comes in few files. What only conversations, the editor or keys need, and libraries, stays apart. */
const nameOf = sharedFiles({
  isElsewhere: (id) => icons.test(id) || isShared(id),
  isApart: (id) =>
    /[\\/](?:node_modules|features[\\/](?:chat(?![\\/]ask-about)|push|writing[\\/]rich|second-factor|passkeys|single-sign-on|api-keys|webhooks))[\\/]/.test(
      id,
    ),
  isFirst: (id) => FIRST_PAGES.some((page) => id.endsWith(page)),
})

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    pageShell(),
    appIcons(),
    appWorker(),
    chunkModules(),
    precompress(),
  ],
  server: { proxy: { '/api': { target: api, ws: true }, '/scim': { target: api } } },
  build: {
    // The first browsers with light-dark(), which the design tokens are written in.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // A data: URL would be loaded with the style sheet, wanted or not.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'front-desk', test: isShared },
            { name: 'icons', test: isIconOfPages, minShareCount: 2 },
            { name: nameOf, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
