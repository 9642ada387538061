/** Checks that no file has a key or a password in it: those of common services, of Stripe and of AWS above all. */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { creator as pattern } from '@secretlint/secretlint-rule-pattern'
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend'
import { root, run } from './run.mjs'

// It would keep the times of each rule on each file, and look through all of them for each: a minute for nothing.
secretLintProfiler.mark = () => {}

/** Where something looks like a secret and is none: by file and rule, and why. */
const NOT_SECRET = {
  'server/src/config.test.ts database-connection-string':
    'settings that are read or refused, with passwords that are made up',
  'server/src/features/push/push-service.test.ts basicauth':
    'an address with a password, which is refused',
  'server/src/features/webhooks/post-webhook.test.ts basicauth':
    'an address with a password, which is refused',
}

const PATTERNS = [
  { name: 'a key of Stripe', patterns: [String.raw`/\b(?:sk|rk)_(?:live|test)_\w{16,}/`] },
  { name: 'a signing secret of Stripe', patterns: [String.raw`/\bwhsec_[\w+\/=]{24,}/`] },
  { name: 'a key of AWS', patterns: [String.raw`/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/`] },
  {
    name: 'a secret key of AWS',
    patterns: [String.raw`/secret_?access_?key\W{1,6}[A-Za-z0-9\/+]{40}(?![A-Za-z0-9\/+])/i`],
  },
]

/** @type {import('@secretlint/types').SecretLintCoreConfig} */
const config = {
  rules: [
    { id: '@secretlint/secretlint-rule-preset-recommend', rule: recommended },
    { id: '@secretlint/secretlint-rule-pattern', rule: pattern, options: { patterns: PATTERNS } },
  ],
}

/**
 * What looks like a secret in a text, without repeating it.
 * @param {string} file its name, from the repository's folder
 * @param {string} content
 * @returns {Promise<{ rule: string, sentence: string }[]>}
 */
export async function secretsIn(file, content) {
  const { messages } = await lintSource({
    source: { filePath: file, content, contentType: 'text', ext: extname(file) },
    options: { config },
  })
  return messages.map(({ ruleId, loc }) => {
    const rule = ruleId.replace('@secretlint/secretlint-rule-', '')
    return { rule, sentence: `${file}:${loc.start.line} looks like a secret (${rule})` }
  })
}

/** Files that git knows or would take in, but for pictures and the like. */
async function* texts() {
  const flags = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, output } = await run('/usr/bin/env', ['git', ...flags])
  if (code !== 0) throw new Error(output)
  for (const file of output.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    const bytes = readFileSync(join(root, file))
    if (!bytes.subarray(0, 8000).includes(0)) yield { file, text: bytes.toString() }
  }
}

const [, called] = process.argv
if (called && import.meta.url === pathToFileURL(called).href) {
  const unused = new Set(Object.keys(NOT_SECRET))
  for await (const { file, text } of texts()) {
    for (const { rule, sentence } of await secretsIn(file, text)) {
      const entry = `${file} ${rule}`
      unused.delete(entry)
      if (entry in NOT_SECRET) continue
      console.error(sentence)
      process.exitCode = 1
    }
  }
  for (const entry of unused) {
    console.error(`${entry}: nothing looks like a secret there any more: take it off the list`)
    process.exitCode = 1
  }
}
