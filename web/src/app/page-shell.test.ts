import type { CurrentUser } from '@frontdesk/contract/users'
import { expect, test } from 'vitest'
import { framelessPlaces, listWords, shellPlaces } from '../../page-shell/frame.ts'
import { navigationFor } from './navigation.ts'

test.each([
  ['admin', false],
  ['admin', true],
  ['agent', false],
  ['agent', true],
] as const)('the frame in the page has the places of the navigation: %s, %s', (role, manages) => {
  const whose = { admins: role === 'admin', managers: manages }
  const shown = shellPlaces
    .filter(({ only }) => !only || whose[only])
    .map(({ at, label, icon }) => ({ to: `/${at}`, label, icon }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of them is asked for
  const user = { role, manages_team: manages } as CurrentUser
  expect(shown).toEqual(navigationFor(user).map(({ to, label, icon }) => ({ to, label, icon })))
})

const texts: Record<string, string> = import.meta.glob('./routes/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const ROUTE = /path: '\/([^'/]*)([^']*)',[\s\S]*?access: '(\w+)'[\s\S]*?title(?:: '([^']+)')?/g

/** Of each route, as its file says: the routes themselves need a browser. */
const routes = Object.values(texts).flatMap((written) => {
  const facts = /^const facts = (\{.+\}) as const$/m.exec(written)?.[1] ?? ''
  const text = written.replaceAll('staticData: { facts }', `staticData: { facts: ${facts} }`)
  const title = /^const title = '(.+)'$/m.exec(text)?.[1]
  return [...text.matchAll(ROUTE)].map(([, at, rest, access, own]) => ({
    at,
    rest,
    access,
    title: own ?? title,
  }))
})

test('every page that is open to all stands outside the frame, and no other', () => {
  expect(routes.length).toBeGreaterThan(30)
  const open = routes.filter(({ access }) => access === 'open').map(({ at }) => at)
  expect(new Set(open)).toEqual(new Set(framelessPlaces))
})

test('the header says what the screens say', () => {
  for (const place of shellPlaces) {
    const route = routes.find(({ at, rest }) => at === place.at && rest === '')
    expect({ at: place.at, title: route?.title }).toEqual({ at: place.at, title: place.title })
  }
})

const pages: Record<string, string> = import.meta.glob('../features/*/*-page.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test.each(listWords)(
  'the first words of $at are those of its page',
  ({ at, title, description }) => {
    const named = { people: 'people/people-page', training: 'trainings/training-list-page' }[at]
    const kind = { policies: 'policy', processes: 'process', documents: 'document' }[at]
    const written = pages[`../features/${named ?? `${at}/${kind}-list-page`}.tsx`]
    const header = /<PageHeader\s+title="([^"]+)"\s+description="([^"]+)"/.exec(written ?? '')
    expect(header?.slice(1)).toEqual([title, description])
  },
)
