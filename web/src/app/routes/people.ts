import { createRoute } from '@tanstack/react-router'
import { directoryQuery, personQuery } from '#web/features/people/people.api.ts'
import { askFor, askForList, askForSettings, page, searchIn, shell } from './parents.tsx'

const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  staticData: { facts: { access: 'user', title: 'Directory' } },
  loader: ({ location }) => {
    const search = searchIn(location.search)
    askForList(directoryQuery(search))
  },
  component: page(() => import('#web/features/people/people-page.tsx'), 'PeoplePage'),
})

const person = createRoute({
  getParentRoute: () => shell,
  path: '/people/$id',
  staticData: { facts: { access: 'user', title: 'Directory' } },
  loader: ({ params }) => askFor(personQuery(params.id)),
  component: page(() => import('#web/features/people/person-page.tsx'), 'PersonPage'),
})

const invite = createRoute({
  getParentRoute: () => shell,
  path: '/people/invite',
  staticData: { facts: { access: 'admin', elsewhere: '/people', title: 'Directory' } },
  loader: askForSettings,
  component: page(() => import('#web/features/invitations/invite-page.tsx'), 'InvitePage'),
})

const poster = createRoute({
  getParentRoute: () => shell,
  path: '/people/join-links/$id/poster',
  staticData: { facts: { access: 'admin', elsewhere: '/people', title: 'Directory' } },
  loader: askForSettings,
  component: page(() => import('#web/features/join-links/poster-page.tsx'), 'PosterPage'),
})

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  staticData: { facts: { access: 'user', title: 'Profile' } },
  component: page(() => import('#web/features/profile/profile-page.tsx'), 'ProfilePage'),
})

const profileEdit = createRoute({
  getParentRoute: () => shell,
  path: '/profile/edit',
  staticData: { facts: { access: 'user', title: 'Profile' } },
  component: page(() => import('#web/features/profile/profile-edit-page.tsx'), 'ProfileEditPage'),
})

const profileSecurity = createRoute({
  getParentRoute: () => shell,
  path: '/profile/security',
  staticData: { facts: { access: 'user', title: 'Profile' } },
  component: page(() => import('#web/features/profile/security-page.tsx'), 'SecurityPage'),
})

export const peopleRoutes = [
  people,
  person,
  invite,
  poster,
  profile,
  profileEdit,
  profileSecurity,
] as const
