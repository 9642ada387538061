import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

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
