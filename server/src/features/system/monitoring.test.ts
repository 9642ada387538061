import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { THRESHOLDS } from '../../platform/thresholds.ts'
import { createMember } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
/** Each metric that the server gives, with the labels of its lines. */
let given: Map<string, Set<string>>

const monitoring = async (name: string) =>
  readFile(new URL(`../../../../monitoring/${name}`, import.meta.url), 'utf8')

beforeAll(async () => {
  server = await startTestServer()
  await server.api.as(await createMember(server, { role: 'admin' }))('GET /policies')
  const { db } = server
  await db
    .insertInto('backups')
    .values({ id: uuidv7(), cause: 'asked', state: 'done', ended_at: sql`now()` })
    .execute()
  await db
    .insertInto('rehearsals')
    .values({ id: uuidv7(), cause: 'asked', state: 'passed', ended_at: sql`now()` })
    .execute()
  await server.api.as(await createMember(server, { role: 'admin' }))(
    'POST /admin/evidence/checkpoints',
  )
  given = await readMetrics()
})
afterAll(async () => server.stop())

async function readMetrics(): Promise<Map<string, Set<string>>> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const metrics = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    metrics.set(name, known)
  }
  return metrics
}

/** What Prometheus adds itself. */
const ADDED = ['instance', 'job']
const METRIC = /\b(up|(?:front_desk|http|nodejs|process)_\w+)\b(?:\{([^}]*)\})?/g

/** Metrics and labels that an expression names and the server does not give. */
function unknownIn(expression: string): string[] {
  const named = [...expression.matchAll(METRIC)]
  if (named.length === 0) return [`no metric in ${expression}`]
  const labels = new Set(ADDED)
  const unknown = named.flatMap(([, name = '', matchers = '']) => {
    const known = name === 'up' ? new Set<string>() : given.get(name)
    if (!known) return [name]
    for (const label of known) labels.add(label)
    const wanted = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
    return wanted
      .filter((label) => !known.has(label) && !ADDED.includes(label))
      .map((label) => `${name}{${label}}`)
  })
  const groups = [...expression.matchAll(/\b(?:by|ignoring|on)\s*\(([^)]*)\)/g)]
  const grouped = groups.flatMap(([, list = '']) => list.split(',').map((label) => label.trim()))
  return [...unknown, ...grouped.filter((label) => !labels.has(label))]
}

test('every alert names metrics and labels that the server gives, and says what is wrong', async () => {
  const { groups } = parse(await monitoring('alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(10)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, expr, annotations } of rules) {
    expect([alert, ...unknownIn(expr)]).toEqual([alert])
    expect(annotations.summary.length).toBeGreaterThan(10)
  }
})

/** `2 * 86400`, as a number. */
const product = (text: string) =>
  text.split('*').reduce((all, factor) => all * Number(factor.trim()), 1)

test('the alerts and the page for the owner ask for the same', async () => {
  const { groups } = parse(await monitoring('alerts.yml')) as {
    groups: { rules: { alert: string; expr: string }[] }[]
  }
  const limitOf = (alert: string) => {
    const { expr } = groups.flatMap(({ rules }) => rules).find((rule) => rule.alert === alert)!
    return product(/[<>] ([\d.]+(?: \* \d+)*)/.exec(expr)![1]!)
  }
  expect({
    freeShare: limitOf('FrontDeskDiskFilling'),
    jobDueSeconds: limitOf('FrontDeskJobsWait'),
    mailWaitsSeconds: limitOf('FrontDeskMailWaits'),
    backupAgeSeconds: limitOf('FrontDeskNoBackup'),
    connectionsAwaited: limitOf('FrontDeskDatabaseConnectionsAwaited'),
  }).toEqual(THRESHOLDS)
})

test('every panel of the dashboard does, too, down to its legend', async () => {
  const { panels } = JSON.parse(await monitoring('grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
  }
  expect(panels.length).toBeGreaterThan(8)
  for (const { title, targets } of panels) {
    for (const { expr, legendFormat } of targets) {
      expect([title, ...unknownIn(expr)]).toEqual([title])
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      const kept = [
        ...ADDED,
        ...[...expr.matchAll(METRIC)].flatMap(([, name = '']) => [...(given.get(name) ?? [])]),
      ]
      for (const label of shown) expect(kept).toContain(label)
    }
  }
})

test('a name that is misspelt is seen, of a metric and of a label', () => {
  expect(unknownIn('front_desk_backups_timestamp_seconds > 1')).toEqual([
    'front_desk_backups_timestamp_seconds',
  ])
  expect(unknownIn('front_desk_jobs{status="waiting"} > 1')).toEqual(['front_desk_jobs{status}'])
  expect(unknownIn('sum by (states) (front_desk_jobs)')).toEqual(['states'])
})

test('a server without backups does not say that there was one, and addresses are no labels', async () => {
  const { db } = server
  await db.deleteFrom('backups').execute()
  await fetch(`${server.url}/api/v1/policies/${uuidv7()}`)
  await fetch(`${server.url}/no/such/${uuidv7()}`)
  const other = await startTestServer({ connection: server.connection })
  try {
    const text = await (await fetch(`${other.url}/metrics`)).text()
    expect(text).toContain('front_desk_database_up 1')
    expect(text).not.toMatch(/^front_desk_backup_timestamp_seconds /m)
    const own = await (await fetch(`${server.url}/metrics`)).text()
    expect(own).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  } finally {
    await other.stop()
  }
})
