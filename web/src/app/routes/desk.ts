import { createRoute } from '@tanstack/react-router'
import { frontDeskTexts } from '#web/features/brokerage/brokerage.api.ts'
import { pendingPolicies } from '#web/features/dashboard/dashboard.api.ts'
import { favouritesQuery } from '#web/features/favourites/favourite-star.tsx'
import { directoryQuery, personQuery } from '#web/features/people/people.api.ts'
import { askFor, askForList, askForSettings, page, searchIn, shell } from './parents.tsx'

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  staticData: { facts: { access: 'user', title: 'Front Desk' } },
  // Beside the page's code and the session check, not after them.
  loader: () => {
    askFor(frontDeskTexts)
    askFor(pendingPolicies)
    askFor(favouritesQuery)
  },
  component: page(() => import('#web/features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const recent = createRoute({
  getParentRoute: () => shell,
  path: '/recent',
  staticData: { facts: { access: 'user', title: 'Front Desk' } },
  component: page(() => import('#web/features/search/recent-page.tsx'), 'RecentPage'),
})

export const dashboardRoutes = [dashboard, recent] as const

const facts = { access: 'user', title: 'Chat' } as const

const chats = createRoute({
  getParentRoute: () => shell,
  path: '/chat',
  staticData: { facts },
  component: page(() => import('#web/features/chat/chat-page.tsx'), 'ChatPage'),
})

const chat = createRoute({
  getParentRoute: () => shell,
  path: '/chat/$id',
  staticData: { facts },
  component: page(() => import('#web/features/chat/chat-page.tsx'), 'ChatPage'),
})

export const chatRoutes = [chats, chat] as const

const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/notifications',
  staticData: { facts: { access: 'user', title: 'Notifications' } },
  component: page(
    () => import('#web/features/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

const choices = createRoute({
  getParentRoute: () => shell,
  path: '/profile/notifications',
  staticData: { facts: { access: 'user', title: 'Profile' } },
  component: page(
    () => import('#web/features/notifications/notification-choices-page.tsx'),
    'NotificationChoicesPage',
  ),
})

export const notificationRoutes = [notifications, choices] as const

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
