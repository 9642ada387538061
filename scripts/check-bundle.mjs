/** Adds up the JavaScript that a signed-in screen loads, as sent (Brotli), against its budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { root } from './run.mjs'

const DASHBOARD = 'src/features/dashboard/dashboard-page.tsx'
const DASHBOARD_KB = 128
/** A conversation with messages in it: what it adds to the shell, which every screen has; a tenth of it, the kit, most pages have. */
const CHAT = ['src/features/chat/chat-page.tsx', 'src/ui/markdown-render.ts']
const CHAT_KB = 60
/** What a text’s box fetches to be written in, beside what the page around it has, and the list that one comes from. */
const WRITING = [
  'src/features/policies/policy-list-page.tsx',
  'src/features/policies/policy-edit-page.tsx',
]
const EDITOR = [
  'src/features/writing/rich/rich-editor.tsx',
  'src/features/writing/rich/language.ts',
]
const EDITOR_KB = 145

const dist = join(root, 'web/dist')
/** @typedef {{ file: string, src?: string, imports?: string[] }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const chunks = Object.values(manifest)

/** @type {Set<string>} */
const shell = new Set()
const page = readFileSync(join(dist, 'index.html'), 'utf8')
for (const [, file = ''] of page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)) add(file, shell)

check('The dashboard loads', filesOf([DASHBOARD], new Set(shell)), DASHBOARD_KB)
const chat = filesOf(CHAT, new Set(shell))
for (const file of shell) chat.delete(file)
check('A conversation adds', chat, CHAT_KB)

const around = filesOf(WRITING, new Set(shell))
const editor = filesOf(EDITOR, new Set(around))
for (const file of around) editor.delete(file)
check('The editor of texts adds', editor, EDITOR_KB)

// Each file takes a share of a round trip: where a page is opened first on a slow line, its text comes behind all of them.
const WITH_TEXT = ['policies/policy', 'trainings/training', 'processes/process']
/** What such a page loads beside the program, which is one file and Rolldown's own. */
const MOST_FILES = 15
for (const name of WITH_TEXT.map((one) => `src/features/${one}-detail-page.tsx`)) {
  const own = filesOf([name, 'src/ui/markdown-render.ts'], new Set(shell))
  for (const file of shell) own.delete(file)
  console.log(`${name} loads ${own.size} files of code; at most ${MOST_FILES}.`)
  if (own.size > MOST_FILES) process.exitCode = 1
}

// What only conversations need is in chunks of its own, which no other page asks for.
const ofChat = chunks.filter(({ src }) => src?.startsWith('src/features/chat/'))
const others = Object.entries(manifest).filter(([, { src }]) => src?.endsWith('-page.tsx'))
for (const [name] of others.filter(([screen]) => screen !== CHAT[0])) {
  const own = filesOf([name], new Set(shell))
  const taken = ofChat.find(({ file }) => own.has(file))
  if (taken) fail(`${name} loads ${taken.file}, which belongs to conversations.`)
  const writes = chunks.find(({ src, file }) => src?.includes('/writing/rich/') && own.has(file))
  if (writes) fail(`${name} loads ${writes.file} before anything is written.`)
}

// What only the keys of people and programs need loads where it is shown, and nowhere else.
const KEYS = /^src\/features\/(?:second-factor|passkeys|single-sign-on|api-keys|webhooks)\//
/** All that every page has of them: with whom one can sign in, as the route of /login asks. */
const IN_SHELL = 'src/features/single-sign-on/sign-in-providers.ts'
const SHOWN_ON = new Set([
  'src/features/auth/login-page.tsx',
  'src/features/auth/provider-confirmed-page.tsx',
  'src/features/auth/provider-finish-page.tsx',
  'src/features/profile/security-page.tsx',
])
/** @type {Record<string, string[]>} our modules by the file that holds them */
const modules = JSON.parse(readFileSync(join(dist, '.vite/modules.json'), 'utf8'))
for (const [name] of others) {
  if (SHOWN_ON.has(name) || KEYS.test(name)) continue
  const own = [...filesOf([name], new Set(shell))].flatMap((file) => modules[file] ?? [])
  if (own.length === 0) fail(`The build does not say what ${name} is made of.`)
  const taken = own.find((module) => KEYS.test(module) && module !== IN_SHELL)
  if (taken) fail(`${name} loads ${taken}, which it does not show.`)
}

/**
 * @param {string} what
 * @param {Set<string>} files
 * @param {number} budget KB
 */
function check(what, files, budget) {
  const sizes = [...files].map((file) => ({ file, kb: sizeOf(file) }))
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0)
  console.log(`${what} ${total.toFixed(1)} KB of JavaScript; its budget is ${budget} KB.`)
  for (const { file, kb } of sizes) console.log(`${kb.toFixed(1).padStart(8)} KB  ${file}`)
  if (total > budget) process.exitCode = 1
}

/** @param {string} file */
function sizeOf(file) {
  return brotliCompressSync(readFileSync(join(dist, file))).length / 1024
}

/**
 * @param {string[]} sources
 * @param {Set<string>} files to add to
 */
function filesOf(sources, files) {
  for (const source of sources) {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`The build has no chunk for ${source}: where is it now?`)
    add(chunk.file, files)
  }
  return files
}

/**
 * @param {string} file with what it imports in turn
 * @param {Set<string>} files
 */
function add(file, files) {
  if (files.has(file)) return
  files.add(file)
  const imports = chunks.find((chunk) => chunk.file === file)?.imports ?? []
  for (const name of imports) add(manifest[name]?.file ?? name, files)
}

/** @param {string} sentence */
function fail(sentence) {
  console.log(sentence)
  process.exitCode = 1
}
