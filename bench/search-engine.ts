/** One engine of `bench/search.ts` in a process of its own; says what it measured as JSON. */
import { argv, cpuUsage, memoryUsage, stdout } from 'node:process'
import MiniSearch from 'minisearch'
import { SearchIndex } from '../server/src/features/search/search-index.ts'
import { type BenchItem, makeItems, makeKeystrokes } from './search-items.ts'

export interface EngineReport {
  keystrokes: number
  /** Milliseconds. */
  p50: number
  p95: number
  max: number
  /** Of all its threads: it moves less than the time when the machine is busy. */
  cpuP95: number
  /** After a collection: the heap and what lies beside it, and what the system counts. */
  heapMb: number
  rssMb: number
  buildSeconds: number
  /** The longest that taking in as many items as a server takes in at a time has held it up. */
  longestSpoonful: number
}

interface Engine {
  add(items: BenchItem[]): void
  search(query: string): unknown
}

const TYPES = ['policies', 'processes', 'documents', 'trainings'] as const
/** As in the server's search-feed.ts. */
const SPOONFUL = 20
const FIELDS = ['title', 'description', 'category', 'body']

function ours(): Engine {
  const index = new SearchIndex()
  return {
    add: (items) => {
      for (const [number, type] of TYPES.entries()) {
        const some = items.filter((item) => item.number % TYPES.length === number)
        index.ofType(type).apply(
          some.map(({ id, title, ...texts }) => ({
            id,
            title,
            subtitle: '',
            adminsOnly: false,
            texts,
          })),
        )
      }
    },
    search: (query) => index.search(query, { limit: 20, admin: true }),
  }
}

function miniSearch(): Engine {
  const index = new MiniSearch<BenchItem>({ fields: FIELDS, storeFields: ['title'] })
  return {
    add: (items) => index.addAll(items),
    search: (query) =>
      index
        .search(query, { prefix: true, fuzzy: 0.2, combineWith: 'AND' })
        .slice(0, 20 * TYPES.length),
  }
}

const count = Number(argv[3])
const engine = argv[2] === 'ours' ? ours() : miniSearch()
const spoonfuls: number[] = []
for (let from = 0; from < count; from += SPOONFUL) {
  const items = makeItems(from, Math.min(count, from + SPOONFUL))
  const started = performance.now()
  engine.add(items)
  spoonfuls.push(performance.now() - started)
}

const keystrokes = makeKeystrokes(count, Number(argv[4]))
// The compiler's first look at the code is not what a person waits for.
for (const query of keystrokes.slice(0, keystrokes.length / 4)) engine.search(query)
const times: number[] = []
const cpuTimes: number[] = []
for (const query of keystrokes) {
  const cpu = cpuUsage()
  const from = performance.now()
  engine.search(query)
  times.push(performance.now() - from)
  const { user, system } = cpuUsage(cpu)
  cpuTimes.push((user + system) / 1000)
}
times.sort((a, b) => a - b)
cpuTimes.sort((a, b) => a - b)
globalThis.gc?.()
const { heapUsed, external, rss } = memoryUsage()
const report: EngineReport = {
  keystrokes: times.length,
  p50: times[Math.floor(times.length * 0.5)]!,
  p95: times[Math.floor(times.length * 0.95)]!,
  max: times.at(-1)!,
  cpuP95: cpuTimes[Math.floor(cpuTimes.length * 0.95)]!,
  heapMb: Math.round((heapUsed + external) / 1e6),
  rssMb: Math.round(rss / 1e6),
  buildSeconds: spoonfuls.reduce((sum, ms) => sum + ms, 0) / 1000,
  longestSpoonful: Math.max(...spoonfuls),
}
stdout.write(JSON.stringify(report))
