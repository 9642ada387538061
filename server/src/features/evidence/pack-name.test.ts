import { expect, test } from 'vitest'
import { nameOfPack } from './pack-name.ts'

const pack = {
  id: '01a1fc28-2eac-7096-87c2-76a65149f25e',
  created_at: '2026-11-25T19:05:09.070Z',
}

test.each([
  [null, null, 'evidence-2026-11-25-everyone-49f25e.zip'],
  [['Maya Okafor'], null, 'evidence-2026-11-25-maya-okafor-49f25e.zip'],
  [['Zoë Čapek', 'Ben Ortiz'], null, 'evidence-2026-11-25-zoe-capek-and-1-more-49f25e.zip'],
  [
    null,
    ['Wire fraud: "../call" first'],
    'evidence-2026-11-25-everyone-wire-fraud-call-first-49f25e.zip',
  ],
  // Letters that not every system takes are left out, and the id tells.
  [['李明'], null, 'evidence-2026-11-25-49f25e.zip'],
  [['a'.repeat(200)], null, `evidence-2026-11-25-${'a'.repeat(40)}-49f25e.zip`],
])('about %j and %j it is %s', (people, items, name) => {
  const named = (names: string[] | null) => names && { names, count: names.length }
  expect(nameOfPack(pack, { people: named(people), items: named(items) })).toBe(name)
})
