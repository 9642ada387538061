import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allEndpoints } from '@frontdesk/contract/all'
import fc from 'fast-check'
import { hashPassword } from '../../server/src/features/accounts/passwords.ts'
import { inputsOf, Known } from '../../server/src/testing/generated-inputs.ts'
import type { OpenDatabase } from '../crash-desk.ts'

export interface Attack {
  url: string
  /** An admin's. */
  token: string
  /** Where the tool keeps what it writes. */
  folder: string
  seconds: number
  open: OpenDatabase
}

export interface Tool {
  /** Says which version it is. */
  version: string[]
  /** It works below HTTP, and nothing stands between it and the server. */
  isDirect?: true
  /** What it is called with, once or several times. */
  prepare(attack: Attack): Promise<string[][]>
  /** What it found, a line each; `said` is what it printed. */
  findings(said: string, attack: Attack): Promise<string[]>
  /** How much it did, where nobody else can tell. */
  count?(said: string): string
}

const bearer = ({ token }: Attack) => `Authorization: Bearer ${token}`

interface ZodLike {
  safeParse(input: unknown): { success: boolean }
}

/** Every list and search of the API, with as many inputs as go together: what is refused at once tells nobody anything. */
function addresses(url: string): string[] {
  return allEndpoints
    .filter(({ method, path, query }) => method === 'GET' && query && !path.includes(':'))
    .map(({ path, query }) => {
      const samples = fc.sample(inputsOf(query!, new Known()), { seed: 18, numRuns: 100 })
      const good = samples
        .map((input) => Object.entries(input as object).filter(([name]) => name !== 'cursor'))
        .filter(
          (input) => (query as unknown as ZodLike).safeParse(Object.fromEntries(input)).success,
        )
      const fullest = good.toSorted((a, b) => b.length - a.length)[0] ?? []
      const words = fullest.map(([name, value]) => [name, String(value).slice(0, 100)])
      return `${url}/api/v1${path}?${new URLSearchParams(words).toString()}`
    })
}

/** What is often forgotten on a server, and what leads out of a folder. */
const FORGOTTEN =
  `.env .git/config .git/HEAD .ssh/id_rsa .htpasswd .DS_Store backup.sql dump.sql db.sqlite backup.zip
  config.json config.yml package.json package-lock.json server.js main.js main.js.map index.js.map docker-compose.yml Dockerfile
  server-status phpinfo.php wp-login.php wp-admin admin.php console actuator actuator/env actuator/heapdump debug/pprof metrics
  health swagger.json openapi.json graphql api api/v1 api/v2 api/v1/admin api/v1/users api/v1/internal robots.txt .well-known/security.txt
  %2e%2e%2fetc%2fpasswd ..%2f..%2f..%2fetc%2fpasswd ..%5c..%5cetc%5cpasswd %2e%2e/%2e%2e/etc/passwd assets/..%2f..%2fpackage.json
  assets/%2e%2e/%2e%2e/server/dist/main.js //etc/passwd %00 a%00.html %ff%fe %c0%ae%c0%ae/etc/passwd %E0%80%AF a%0d%0aSet-Cookie:x=1
  %252e%252e%252fetc%252fpasswd ;/admin .;/admin ?%00=1 a?b=%ff assets/ uploads/ files/ data/ postgres/PG_VERSION`.split(
    /\s+/,
  )
const HOSTILE_WORDS =
  `' '' " %27 '--%20 '%20or%20'1'='1 1;select%20pg_sleep(5) %00 %ff %F0%9F%98%80 %EF%BF%BE ../../etc/passwd
  {{7*7}} \${7*7} <script>alert(1)</script> %0d%0aX:1 -1 0 1e309 NaN null undefined [] {} %25 %5C _ * ( ) (?=a) a{99999} 9999999999999999999
  00000000-0000-0000-0000-000000000000 9999-99-99 -infinity infinity true`.split(/\s+/)

/** Answers that are there for everybody, or for whoever is on the same machine (`/metrics`). */
const PUBLIC = /metrics|robots\.txt|security\.txt|health|openapi|swagger|api\/docs/

const THE_PASSWORD = 'a lantern in the hall'
const OWNER = 'owner@example.com'

export const TOOLS: Record<string, Tool> = {
  sqlmap: {
    version: ['sqlmap', '--version'],
    prepare: async (attack) => {
      const { folder, url } = attack
      await writeFile(join(folder, 'addresses'), addresses(url).join('\n'))
      const always =
        '--batch --disable-coloring --flush-session --timeout 10 --retries 0 --threads 4 --time-sec 2 --skip-waf'.split(
          ' ',
        )
      const body = { email: 'ada@example.com*', password: 'wrong*', remember_me: true }
      const login = ['-u', `${url}/api/v1/auth/login`, '--data', JSON.stringify(body)]
      const json = ['-H', 'Content-Type: application/json', '--ignore-code', '401,429']
      const search = ['-u', `${url}/api/v1/search`, '--data', JSON.stringify({ query: 'wire*' })]
      const asAdmin = ['-H', bearer(attack), '--dbms', 'postgresql']
      return [
        [...search, ...json.slice(0, 2), ...asAdmin, ...always],
        [...login, ...json, '--dbms', 'postgresql', '--technique', 'BEST', ...always],
        ['-m', join(folder, 'addresses'), '--level', '2', '--smart', ...asAdmin, ...always],
      ]
    },
    findings: async (said) =>
      said
        .split('\n')
        .filter((line) => /^Parameter: |is vulnerable\. Do you want/.test(line))
        .map((line) => `sqlmap: ${line}`),
  },
  wapiti: {
    version: ['wapiti', '--version'],
    prepare: async (attack) => {
      const { url, folder, seconds } = attack
      const modules =
        'sql,blindsql,xss,permanentxss,exec,file,crlf,redirect,backup,methods,cookieflags,htaccess'
      // It attacks each for as long as it takes: some, other ones in each run.
      const starts = addresses(url)
        .toSorted(() => Math.random() - 0.5)
        .slice(0, seconds / 12)
        .flatMap((address) => ['-s', address])
      const where = ['-u', `${url}/`, '--scope', 'folder', ...starts, '-H', bearer(attack)]
      const how = ['-m', modules, '--flush-session', '--no-bugreport', '--store-session', folder]
      const each = (seconds - 40) / modules.split(',').length
      const bounds = [
        '--max-scan-time',
        '20',
        '--max-attack-time',
        each.toFixed(1),
        '-t',
        '10',
        '-d',
        '1',
      ]
      return [[...where, ...how, ...bounds, '-f', 'json', '-o', join(folder, 'wapiti.json')]]
    },
    findings: async (_, { folder }) => {
      const text = await readFile(join(folder, 'wapiti.json'), 'utf8').catch(() => null)
      if (text === null) return ['wapiti left no report']
      const { vulnerabilities, anomalies } = JSON.parse(text) as Record<
        'vulnerabilities' | 'anomalies',
        Record<string, { path: string; info: string }[]>
      >
      return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, list]) =>
        list.map(({ path, info }) => `wapiti: ${kind}, ${path}, ${info}`),
      )
    },
  },
  ffuf: {
    version: ['ffuf', '-V'],
    prepare: async (attack) => {
      const { url, folder } = attack
      const words = allEndpoints.flatMap(({ path }) => path.split('/').filter(Boolean))
      const ways = [...new Set([...FORGOTTEN, ...words.filter((word) => !word.startsWith(':'))])]
      await writeFile(join(folder, 'ways'), ways.join('\n'))
      await writeFile(join(folder, 'hostile'), HOSTILE_WORDS.join('\n'))
      const how = ['-H', bearer(attack), '-t', '10', '-mc', 'all', '-of', 'json', '-s']
      const round = (path: string, list: string, name: string) => {
        const what = ['-u', `${url}${path}`, '-w', join(folder, list), '-o', join(folder, name)]
        return [...what, ...how]
      }
      const inputs = addresses(url).flatMap((address) => {
        const { pathname, searchParams } = new URL(address)
        return [...searchParams.keys()].map((name) => `${pathname}?${name}=FUZZ`)
      })
      return [
        round('/FUZZ', 'ways', 'ways.json'),
        round('/api/v1/FUZZ', 'ways', 'api.json'),
        ...inputs.map((path, index) => round(path, 'hostile', `input-${index}.json`)),
      ]
    },
    findings: async (_, { folder, url }) => {
      const text = await readFile(join(folder, 'ways.json'), 'utf8').catch(() => '{"results":[]}')
      const { results } = JSON.parse(text) as { results: { url: string; status: number }[] }
      const found: string[] = []
      for (const { url: address, status } of results) {
        if (status !== 200 || PUBLIC.test(address)) continue
        // Without the session: whatever is no page of the app was not meant for strangers.
        const path = address.slice(url.length)
        const answer = await fetch(`${url}${path}`).catch(() => null)
        const type = answer?.headers.get('content-type') ?? ''
        if (answer?.ok && !type.startsWith('text/html')) found.push(`ffuf: ${path} is ${type}`)
      }
      return found
    },
  },
  hydra: {
    version: ['hydra', '-h'],
    prepare: async ({ url, folder, open }) => {
      const password = await hashPassword(THE_PASSWORD)
      await open(async (db) => {
        await db.deleteFrom('rate_limits').execute()
        await db
          .insertInto('users')
          .values({
            id: randomUUID(),
            first_name: 'Olive',
            last_name: 'Owner',
            email: OWNER,
            password_hash: password,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
      const guesses = Array.from({ length: 60 }, (_, index) => `a guess, number ${index}`)
      guesses[40] = THE_PASSWORD
      await writeFile(join(folder, 'guesses'), guesses.join('\n'))
      const form = String.raw`/api/v1/auth/login:{"email"\:"^USER^","password"\:"^PASS^"}:H=Content-Type\: application/json:S="token"`
      const { port } = new URL(url)
      const what = ['-l', OWNER, '-P', join(folder, 'guesses'), '-t', '8', '-f', '-I', '-s', port]
      return [[...what, '127.0.0.1', 'http-post-form', form]]
    },
    findings: async (said) => said.split('\n').filter((line) => /^\[\d+\].*login: /.test(line)),
  },
  slowhttptest: {
    version: ['slowhttptest', '-h'],
    isDirect: true,
    prepare: async ({ url, seconds }) => {
      const how = ['-c', '400', '-r', '200', '-l', String(Math.min(40, seconds / 3 - 2)), '-u', url]
      return [
        ['-H', '-i', '5', '-x', '24', ...how],
        ['-B', '-i', '5', '-s', '8192', '-x', '10', ...how],
        ['-X', '-w', '1', '-y', '8', '-n', '5', '-z', '8', '-k', '3', ...how],
      ]
    },
    // Whoever is slow is hung up on: what counts is how long others wait.
    findings: async () => [],
    count: () => 'slow headers, slow bodies and slow reading, 400 lines each',
  },
}
