import { createRoute } from '@tanstack/react-router'
import { page, shell } from './parents.tsx'

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
