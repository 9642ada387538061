/**
 * Checks who imports whom: lib, ui ← session ← features ← app, and the wire's two sides (docs/architecture.md);
 * and that nothing comes back to where it began, neither through files nor through features.
 */
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
    except:
      /\/(accent|constants|import-parts|items|permissions|picture-names|scopes|search-scoring|text-blocks|training-action)\.ts$/,
    types: true,
    says: 'the web takes types from the contract, and values only from accent, constants, permissions, the paths of items, the scopes of API keys, the scoring of the search, the parts of a handbook, the names of pictures, the blocks of a text and the derived action',
  },
  {
    from: /^web\/src\/lib\//,
    to: /^web\/src\/(ui|session|features|app)\//,
    says: 'lib stands below everything else of the web app',
  },
  {
    from: /^web\/src\/ui\//,
    to: /^web\/src\/(session|features|app)\//,
    says: 'ui stands below the session, the features and the app',
  },
  {
    from: /^web\/src\/session\//,
    to: /^web\/src\/(features|app)\//,
    says: 'the session stands below the features and the app',
  },
  {
    from: /^web\/src\/features\//,
    to: /^web\/src\/app\//,
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
    from: /^server\/src\/(?!testing\/)/,
    to: /^server\/demo\//,
    says: 'the demo and its local Stripe are nothing that an installation could reach',
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

/**
 * Who imports whom, types as well as values: by file, and by feature of the server and of the web.
 * @type {Record<'files' | 'features', Map<string, Set<string>>>}
 */
const imports = { files: new Map(), features: new Map() }

let wrong = 0
for (const folder of ['contract/src', 'server/src', 'server/demo', 'web/src']) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    // Tests and what serves them may reach anywhere.
    if (/\.tsx?$/.test(name) && !/\.(test|fixture)\.tsx?$/.test(name))
      checkFile(posix.join(folder, name.replaceAll('\\', '/')))
  }
}
for (const [what, graph] of Object.entries(imports)) {
  const circle = findCircle(graph)
  if (!circle) continue
  console.error(`These ${what} import each other in a circle: ${circle.join(' → ')}.`)
  wrong += 1
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
    note(file, target)
  }
}

/**
 * @param {string} file
 * @param {string} target
 */
function note(file, target) {
  if (file === target) return
  add(imports.files, file, target)
  const FEATURE = /^(?:server|web)\/src\/features\/[^/]+/
  const [own, other] = [FEATURE.exec(file)?.[0], FEATURE.exec(target)?.[0]]
  if (own && other && own !== other) add(imports.features, own, other)
}

/**
 * @param {Map<string, Set<string>>} graph
 * @param {string} from
 * @param {string} to
 */
function add(graph, from, to) {
  const known = graph.get(from)
  if (known) known.add(to)
  else graph.set(from, new Set([to]))
}

/**
 * One way that leads back to where it begins; undefined where there is none.
 * @param {Map<string, Set<string>>} graph
 * @returns {string[] | undefined}
 */
function findCircle(graph) {
  const done = new Set()
  /** @type {string[]} */
  const way = []
  /** @type {(node: string) => string[] | undefined} */
  const walk = (node) => {
    const at = way.indexOf(node)
    if (at !== -1) return [...way.slice(at), node]
    if (done.has(node)) return undefined
    way.push(node)
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next)
      if (circle) return circle
    }
    way.pop()
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const circle = walk(node)
    if (circle) return circle
  }
  return undefined
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
