/** Checks who imports whom: ui, lib ← features ← app, in both directions of the wire (docs/architecture.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import process from 'node:process'
import { root } from './run.mjs'

/**
 * Paths are the repository's; packages keep their names. `$1` in `to` is what `from` caught.
 * @type {{ from: RegExp, to: RegExp | string, except?: RegExp | string, types?: boolean, says: string }[]}
 */
const RULES = [
  {
    from: /^contract\//,
    to: /./,
    except: /^(zod|contract\/.*)$/,
    says: 'the contract imports zod only',
  },
  {
    from: /^web\//,
    to: /^(server\/|@frontdesk\/server|zod)/,
    says: 'what is for the server stays out of the browser',
  },
  {
    from: /^web\//,
    to: /^contract\//,
    except: /\/(accent|constants|permissions|training-action)\.ts$/,
    types: true,
    says: 'the web takes types from the contract, and values only from accent, constants, permissions and the derived action',
  },
  {
    from: /^web\/src\/(ui|lib)\//,
    to: /^web\/src\/(features|app)\//,
    says: 'ui and lib stand below the features and the app',
  },
  {
    from: /^web\/src\/features\//,
    to: /^web\/src\/app\//,
    except: /\/(session\.tsx|query-client\.ts)$/,
    says: 'the app stands on the features, not the other way round',
  },
  {
    from: /^web\/src\/features\/([^/]+)\//,
    to: /^web\/src\/features\/.*-page\.tsx$/,
    except: '^web/src/features/$1/',
    says: "a feature may use another's api or components, never its pages",
  },
  {
    from: /^server\//,
    to: /^(web\/|@frontdesk\/web)/,
    says: 'the server imports nothing of the web app',
  },
  {
    from: /^server\/src\/(platform|db|http)\//,
    to: /^server\/src\/features\//,
    says: 'platform, db and http stand below the features',
  },
  {
    from: /^server\/src\/features\/([^/]+)\//,
    to: /^server\/src\/features\/.*\.routes\.ts$/,
    except: '^server/src/features/$1/',
    says: "a feature may use another's queries and actions, never its routes",
  },
  {
    from: /^server\/src\/features\/([^/]+)\/.*\.queries\.ts$/,
    to: /^server\/src\/features\//,
    except: '^server/src/features/$1/',
    says: 'queries import no other feature, so that there are no cycles',
  },
]

const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm

let wrong = 0
for (const folder of ['contract/src', 'server/src', 'server/demo', 'web/src']) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    // Tests and what serves them may reach anywhere.
    if (/\.tsx?$/.test(name) && !/\.(test|fixture)\.tsx?$/.test(name))
      checkFile(posix.join(folder, name.replaceAll('\\', '/')))
  }
}
if (wrong > 0) process.exitCode = 1

/** @param {string} file */
function checkFile(file) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const match of text.matchAll(IMPORT)) {
    const target = resolve(file, match[2] ?? match[3] ?? '')
    for (const rule of RULES) {
      const caught = rule.from.exec(file)
      if (!caught || (rule.types && match[1]) || !matches(rule.to, target, caught)) continue
      if (rule.except && matches(rule.except, target, caught)) continue
      const line = text.slice(0, match.index).split('\n').length
      console.error(`${file}:${line} imports ${target}: ${rule.says}.`)
      wrong += 1
    }
  }
}

/**
 * @param {RegExp | string} pattern
 * @param {string} target
 * @param {RegExpExecArray} caught
 */
function matches(pattern, target, caught) {
  return new RegExp(
    typeof pattern === 'string' ? pattern.replace('$1', caught[1] ?? '') : pattern,
  ).test(target)
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function resolve(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (specifier.startsWith('#web/')) return specifier.replace('#web/', 'web/src/')
  const contract = /^@frontdesk\/contract\/(.+)$/.exec(specifier)
  return contract ? `contract/src/${contract[1]}.ts` : specifier
}
