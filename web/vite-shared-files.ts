import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** What one more file costs a page on a slow phone line, in bytes that it could have sent meanwhile. */
const REQUEST = 3000
/** So much, in bytes as sent, a page may load of what it doesn't need, to have fewer files. */
const NEEDLESS = 8000
/** Minified and compressed, a source has about this part of its length. */
const SENT = 0.2
/** A page that is often the first one counts this many times. */
const FIRST = 30

type Graph = Rolldown.ChunkingContext

interface Kinds {
  /** What comes with the program or has files of its own by another rule. */
  isElsewhere: (id: string) => boolean
  /** What only some pages may load, and what is large: it joins nothing. */
  isApart: (id: string) => boolean
  /** The pages that are often the first one. */
  isFirst: (id: string) => boolean
}

/** Modules that come in one file. */
interface File {
  modules: string[]
  bytes: number
  /** The pages and late parts that load it. */
  roots: Set<string>
  imports: Set<File>
}

/** Two files that may become one, and how much that saves in bytes as sent, over all pages. */
type Pair = { saved: number; one: File; other: File }

/**
 * Names the file in which a module comes that several pages need, for a group of rolldown's. Modules that the same pages
 * need come in one. Two files become one where the requests that this saves are worth more than what pages then load
 * needlessly, and where no two files come to import each other.
 */
export function sharedFiles(kinds: Kinds) {
  let names: Map<string, string> | undefined
  return (id: string, graph: Graph) => {
    names ??= namesIn(joined(filesOf(id, graph, kinds), kinds), graph)
    return names.get(id) ?? null
  }
}

/** Each file is called by the longest of its modules. */
function namesIn(files: File[], graph: Graph) {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { modules } of files) {
    const lengthOf = (id: string) => graph.getModuleInfo(id)?.code?.length ?? 0
    const [longest = ''] = modules.toSorted((one, other) => lengthOf(other) - lengthOf(one))
    let name = basename(longest, extname(longest))
    while (taken.has(name)) name += '-too'
    taken.add(name)
    for (const id of modules) names.set(id, name)
  }
  return names
}

/** Every file that pages load beside what is elsewhere, as it is with one for each set of pages. */
function filesOf(someId: string, graph: Graph, { isElsewhere, isApart }: Kinds) {
  const infoOf = (id: string) => graph.getModuleInfo(id)
  const importsOf = (id: string) => infoOf(id)?.importedIds ?? []
  const all = reach([someId], (id) => {
    const { importers = [], dynamicImporters = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {}
    return [...importsOf(id), ...dynamicallyImportedIds, ...importers, ...dynamicImporters]
  })
  const elsewhere = reach([...all].filter(isElsewhere), importsOf)
  const roots = new Set([...all].filter((id) => infoOf(id)?.dynamicImporters.length))
  const rootsOf = new Map<string, Set<string>>()
  const isHere = (id: string) => !elsewhere.has(id)
  for (const root of [...roots].filter(isHere))
    for (const id of reach([root], (from) => importsOf(from).filter(isHere)))
      rootsOf.set(id, (rootsOf.get(id) ?? new Set()).add(root))

  const shared = new Map<string, File>()
  const alone: File[] = []
  const fileOf = new Map<string, File>()
  for (const [id, ofModule] of rootsOf) {
    const key = [...ofModule].toSorted().join('\n')
    const isAlone = ofModule.size === 1 || roots.has(id) || isApart(id)
    const known = isAlone ? undefined : shared.get(key)
    const file = known ?? { modules: [], bytes: 0, roots: ofModule, imports: new Set() }
    file.modules.push(id)
    file.bytes += (infoOf(id)?.code?.length ?? 0) * SENT
    fileOf.set(id, file)
    if (isAlone) alone.push(file)
    else shared.set(key, file)
  }
  for (const [id, file] of fileOf)
    for (const imported of importsOf(id).map((one) => fileOf.get(one)))
      if (imported && imported !== file) file.imports.add(imported)
  return { shared: [...shared.values()], alone }
}

/** The shared files, as few of them as pay. */
function joined({ shared, alone }: ReturnType<typeof filesOf>, { isFirst }: Kinds): File[] {
  const files = new Set(shared)
  /** Bytes that a page or part loads needlessly. */
  const needless = new Map<string, number>()

  /** What each page that loads only one of two files would load beside, were they one. */
  function* addedBy(one: File, other: File) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      for (const root of to.roots)
        if (!from.roots.has(root)) {
          const added = [...reach([from], importsOfFile)].filter((file) => !file.roots.has(root))
          yield { root, added, bytes: added.reduce((sum, { bytes }) => sum + bytes, 0) }
        }
  }
  const weightOf = (root: string) => (isFirst(root) ? FIRST : 1)
  const pairOf = (one: File, other: File): Pair => {
    let saved = 0
    for (const root of one.roots) if (other.roots.has(root)) saved += REQUEST * weightOf(root)
    if (saved > 0)
      for (const { root, bytes } of addedBy(one, other)) saved -= bytes * weightOf(root)
    return { saved, one, other }
  }
  const isAllowed = ({ one, other }: Pair) =>
    !isBetween(one, other) &&
    !isBetween(other, one) &&
    [...addedBy(one, other)].every(
      ({ root, bytes }) => (needless.get(root) ?? 0) + bytes <= NEEDLESS,
    )
  const unite = ({ one, other }: Pair) => {
    for (const { root, added, bytes } of addedBy(one, other)) {
      needless.set(root, (needless.get(root) ?? 0) + bytes)
      for (const file of added) file.roots.add(root)
    }
    one.modules.push(...other.modules)
    one.bytes += other.bytes
    for (const root of other.roots) one.roots.add(root)
    for (const file of other.imports) one.imports.add(file)
    files.delete(other)
    for (const file of [...files, ...alone]) if (file.imports.delete(other)) file.imports.add(one)
    one.imports.delete(one)
  }

  // The best pair first; what it changed is looked at again.
  let pairs = pairsOf([...files]).map(([one, other]) => pairOf(one, other))
  for (;;) {
    pairs = pairs.filter(({ saved }) => saved > 0).toSorted((a, b) => b.saved - a.saved)
    const best = pairs.shift()
    if (!best) return [...files]
    const { one, other } = best
    if (pairOf(one, other).saved < (pairs[0]?.saved ?? 0)) pairs.push(pairOf(one, other))
    else if (isAllowed(best)) {
      unite(best)
      pairs = pairs.filter((pair) => [pair.one, pair.other].every((file) => files.has(file)))
      pairs = pairs.map((pair) =>
        pair.one === one || pair.other === one ? pairOf(pair.one, pair.other) : pair,
      )
    }
  }
}

const importsOfFile = ({ imports }: File) => imports

const pairsOf = (files: File[]) =>
  files.flatMap((one, at) => files.slice(at + 1).map((other) => [one, other] as const))

/** Whether a third file stands between: imported by one, in one step or more, and importing the other. */
const isBetween = (one: File, other: File) =>
  [...one.imports].some((file) => file !== other && reach([file], importsOfFile).has(other))

/** Everything that can be reached from these, with them. */
function reach<Item>(from: Iterable<Item>, next: (item: Item) => Iterable<Item>): Set<Item> {
  const found = new Set(from)
  // What is added on the way is looked at, too.
  for (const item of found) for (const one of next(item)) found.add(one)
  return found
}

const IMPORT = /import \{([^}]*)\} from 'lucide-react'/g

/**
 * File names, without endings, of the icons that the sources in these folders of `web` take from lucide, but for those
 * whose path matches.
 */
export function iconsIn(folders: string[], but: RegExp): Set<string> {
  const files = folders.flatMap((folder) => {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
  })
  const names = files
    .filter((file) => /\.tsx?$/.test(file) && !but.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORT)])
    .flatMap(([, list = '']) => list.match(/\b[A-Z]\w+/g) ?? [])
  return new Set(names.map(fileNameOf))
}

/** `CircleCheck` is in `circle-check`, `Redo2` in `redo-2`. */
const fileNameOf = (name: string) =>
  name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '-').toLowerCase()
