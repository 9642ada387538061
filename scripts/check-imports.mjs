/**
 * Checks who imports whom: lib, ui ← session ← features ← app, and the wire's two sides (docs/architecture.md);
 * and that nothing comes back to where it began, neither through files nor through the server's features.
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
      /\/(accent|constants|import-parts|permissions|scopes|search-scoring|text-blocks|training-action)\.ts$/,
    types: true,
    says: 'the web takes types from the contract, and values only from accent, constants, permissions, the scopes of API keys, the scoring of the search, the parts of a handbook, the blocks of a text and the derived action',
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

const EVERYBODYS = new Set(['admin', 'editing', 'writing'])

/**
 * What each of the web's features takes from others, and why; `editing`, `writing` and the tabs of
 * `admin` are everybody's. What two features need and neither owns belongs to lib, ui or editing.
 * @type {Record<string, Record<string, string>>}
 */
const FEATURES_OF_OTHERS = {
  'api-keys': { settings: 'the frame of a settings screen' },
  admin: {
    dashboard: 'the front desk says what the subscription needs of admins',
    payments: 'and the banner says it on their screens too',
    users: 'the tab of People counts who waits for approval',
  },
  'auditor-links': {
    auth: 'the frame of a page without a session',
    obligations: 'how something stands, in a word and a sign',
    users: 'the person whom a link is about',
  },
  auth: {
    passkeys: 'signing in with one, after a password too, and confirming who it is',
    settings: 'the brokerage by name and logo, and how one joins it',
    'single-sign-on': 'providers that sign people in, and confirm who is there',
  },
  passkeys: { auth: 'the second step of a sign-in' },
  'single-sign-on': {
    auth: 'the frame of a page without a session, and the password once',
    settings: 'the frame of a settings section',
  },
  certificates: { auth: 'the frame of a page without a session' },
  'changed-quotes': { policies: 'where something stands that refers to a policy' },
  chat: { users: 'people to talk to, and their pictures' },
  dashboard: {
    favourites: 'what the person has marked',
    auth: 'asks for an address to be confirmed',
    obligations: 'who is behind, for admins',
    payments: 'what the subscription needs of admins',
    search: 'the field that opens the search',
    'second-factor': 'asks for one where the role needs it',
    settings: 'the frame of a settings screen',
  },
  documents: {
    favourites: 'marking one as one’s own',
    'legal-holds': 'what has to be kept',
  },
  favourites: { search: 'how an item of each kind looks, and where it is' },
  drafts: {
    handbook: 'the file that a draft came from',
    policies: "the form and the reader's page of a policy",
    tests: 'the quiz of a training as it is taken',
    trainings: 'the form and the sections of a training',
  },
  handbook: {
    documents: 'dropping files, and the pages of a PDF',
    policies: 'the categories that there are',
  },
  evidence: {
    settings: 'the frame of a settings screen',
    policies: 'which policies a pack can be about',
    tests: 'which tests and trainings a pack can be about',
    users: 'whom a pack can be about',
  },
  invitations: {
    auth: 'accepting an invitation is a way to sign up',
    'join-links': 'the links for several people stand beside those for one',
    mail: 'what became of the mail',
    settings: 'the brokerage by name, and how one joins it',
    users: 'the roles to invite somebody to',
  },
  'join-links': {
    auth: 'joining by a link is a way to sign up',
    settings: 'the brokerage by name and logo, and whether mail goes out',
  },
  landing: { settings: 'the brokerage by name and logo, and how one joins it' },
  legal: { landing: 'the head and foot of a public page', settings: 'the texts of the brokerage' },
  mail: { settings: 'whether mail goes out at all, and the frame of a settings screen' },
  notifications: { reminders: 'by whose clock the digest comes' },
  obligations: {
    'saved-filters': 'filters of a list, kept under a name',
    reminders: 'where a day ends for the brokerage',
    teams: 'the teams to narrow a list by',
    users: 'the roles to narrow a list by',
  },
  policies: {
    'saved-filters': 'filters of a list, kept under a name',
    favourites: 'marking one as one’s own',
    'legal-holds': 'what has to be kept',
    chat: 'asking about one',
    drafts: 'keeping the form as a draft, and the way there',
    handbook: 'the file that a policy came from',
    obligations: 'how a policy stands',
    requirements: 'assigning a policy',
    reviews: 'who looks after a policy, and when',
    'changed-quotes': 'which paragraphs that it quotes have changed',
  },
  processes: {
    favourites: 'marking one as one’s own',
    'changed-quotes': 'which paragraphs that it quotes have changed',
    'legal-holds': 'what has to be kept',
    chat: 'asking about one',
    search: 'finds what a step links to',
    users: 'finds whom a step is handed to',
  },
  profile: {
    obligations: 'the calendar of what is due',
    passkeys: 'what lets one in without a password',
    push: 'on which devices one is told',
    'second-factor': 'the code beside the password',
    'single-sign-on': 'the providers that one is connected with',
    settings: 'whether a mail could reach them',
    users: 'a person as colleagues see them',
  },
  requirements: {
    policies: 'which policies there are to require',
    teams: 'which teams something is required of',
    tests: 'which tests there are to require',
    users: 'whom something is required of',
  },
  reviews: {
    'changed-quotes': 'what else is to be looked at',
    users: 'the admins who could look after something',
  },
  'second-factor': {
    auth: 'the frame of a page before anything else opens',
    passkeys: 'the other thing that a role may need',
    'single-sign-on': 'whether somebody has a password at all',
  },
  search: {
    favourites: 'what the person has marked',
    settings: 'every section is a place to go to',
  },
  settings: {
    legal: 'the texts that a brokerage starts with',
    'single-sign-on': 'the providers beside the other rules of signing in',
  },
  teams: { users: 'who is in a team' },
  tests: {
    'changed-quotes': 'which paragraphs that it quotes have changed',
    'legal-holds': 'what has to be kept',
    certificates: 'what passing gives',
    requirements: 'assigning a test',
    users: 'who gets attempts or a waiver',
  },
  trainings: {
    'saved-filters': 'filters of a list, kept under a name',
    favourites: 'marking one as one’s own',
    'changed-quotes': 'which paragraphs that it quotes have changed',
    'legal-holds': 'what has to be kept',
    certificates: 'what completing gives',
    chat: 'asking about one',
    drafts: 'keeping the form as a draft, and the way there',
    obligations: 'how a training stands',
    requirements: 'assigning a training',
    reviews: 'who looks after a training, and when',
    tests: 'the quiz of a training is a test',
  },
  users: {
    'saved-filters': 'filters of a list, kept under a name',
    'legal-holds': 'what has to be kept',
    audit: 'what somebody did',
    invitations: 'the link that is sent again',
    mail: 'whether an invitation goes out, or has to be handed over',
    obligations: 'what somebody must do, and had to',
    policies: 'what somebody acknowledged',
    requirements: 'requires something of many at once',
    settings: 'whether mail goes out at all',
  },
  webhooks: { settings: 'the frame of a settings screen' },
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm

/**
 * Who imports whom, types as well as values: by file, and by feature of the server.
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
    checkFeatures(file, target)
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
  const FEATURE = /^server\/src\/features\/([^/]+)\//
  const [own, other] = [FEATURE.exec(file)?.[1], FEATURE.exec(target)?.[1]]
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
 * @param {string} file
 * @param {string} target
 */
function checkFeatures(file, target) {
  const FEATURE = /^web\/src\/features\/([^/]+)\//
  const [own, other] = [FEATURE.exec(file)?.[1], FEATURE.exec(target)?.[1]]
  if (!own || !other || own === other || EVERYBODYS.has(other)) return
  if (FEATURES_OF_OTHERS[own]?.[other]) return
  console.error(`${file} imports ${target}: say why in FEATURES_OF_OTHERS, or move what both need.`)
  wrong += 1
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
