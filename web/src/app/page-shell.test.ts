import type { CurrentUser } from '@frontdesk/contract/users'
import { expect, test } from 'vitest'
import { framelessPlaces, shellPlaces } from '../../page-shell/frame.ts'
import { navigationFor } from './navigation.ts'

test('the frame in the page has the places of the navigation, and admins’ for admins', () => {
  const places = (role: string) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the role is asked for
    navigationFor({ role } as CurrentUser).map(({ to, label, icon }) => ({ to, label, icon }))
  const shown = (isAdmin: boolean) =>
    shellPlaces
      .filter(({ adminsOnly }) => isAdmin || !adminsOnly)
      .map(({ at, label, icon }) => ({ to: `/${at}`, label, icon }))
  expect(shown(true)).toEqual(places('admin'))
  expect(shown(false)).toEqual(places('agent'))
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
