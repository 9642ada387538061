import { documentForm } from '../documents.ts'
import { createMember, createPolicy } from '../factories.ts'
import { type Examples, nothing, type World } from './world.ts'

const BYTES = { name: 'notes.bin', content: Buffer.from([0, 1, 2, 3, 250, 251]) }

export const chatExamples = {
  'GET /chat': { input: () => ({ query: { limit: 5 } }), audit: null },
  'GET /chat/search': { input: () => ({ query: { query: 'every' } }), audit: null },
  'GET /chat/unread': { input: nothing, audit: null },
  'POST /chat': {
    input: async (world) => {
      const other = await createMember(world.server)
      return { body: { title: 'Listings', member_ids: [other.id] } }
    },
    audit: 'chat.created',
  },
  'POST /chat/about': {
    input: async ({ server }) => {
      const author = await createMember(server, { role: 'admin' })
      const policy = await createPolicy(server.api.as(author))
      return { body: { type: 'policy', id: policy.id } }
    },
    audit: 'chat.created',
  },
  'POST /chat/cards': {
    input: async ({ server, admin }) => {
      const policy = await createPolicy(server.api.as(admin))
      return { body: { links: [`/policies/${policy.id}`, 'https://example.com/'] } }
    },
    audit: null,
  },
  'GET /chat/:id': { input: onNewChat, audit: null },
  'PUT /chat/:id/title': {
    input: async (world) => ({ ...(await onNewChat(world)), body: { title: 'Closings' } }),
    audit: 'chat.renamed',
  },
  'POST /chat/:id/members': {
    input: async (world) => {
      const other = await createMember(world.server)
      return { ...(await onNewChat(world)), body: { member_ids: [other.id] } }
    },
    audit: 'chat.members_added',
  },
  'DELETE /chat/:id/members': {
    input: async (world) => {
      const { params, other } = await onNewChat(world)
      return { params, body: { member_ids: [other] } }
    },
    audit: 'chat.members_removed',
  },
  'DELETE /chat/:id': { input: onNewChat, audit: 'chat.deleted' },
  'GET /chat/:id/messages': {
    input: async (world) => ({ ...(await onNewMessage(world)), query: { after: 0, limit: 10 } }),
    audit: null,
  },
  'POST /chat/:id/messages': {
    input: async (world) => ({ ...(await onNewChat(world)), body: { body: 'Keys are back.' } }),
    audit: null,
  },
  'GET /chat/:id/search': {
    input: async (world) => ({ ...(await onNewMessage(world)), query: { query: 'draft' } }),
    audit: null,
  },
  'PUT /chat/:id/messages/:message_id': {
    input: async (world) => ({ ...(await onNewMessage(world)), body: { body: 'Now at noon.' } }),
    audit: null,
  },
  'DELETE /chat/:id/messages/:message_id': { input: onNewMessage, audit: null },
  'PUT /chat/:id/messages/:message_id/reactions': {
    input: async (world) => ({ ...(await onNewMessage(world)), body: { emoji: '👍', on: true } }),
    audit: null,
  },
  'POST /chat/:id/messages/:message_id/confirm': { input: onNewMessage, audit: null },
  'GET /chat/:id/messages/:message_id/confirmations': { input: onNewMessage, audit: null },
  'PUT /chat/:id/read': {
    input: async (world) => ({ ...(await onNewMessage(world)), body: { number: 1 } }),
    audit: null,
  },
  'POST /chat/:id/files': {
    input: async (world) => ({ ...(await onNewChat(world)), body: documentForm(BYTES) }),
    audit: null,
  },
  'GET /chat/:id/files/:file_id': {
    input: async (world) => {
      const { params } = await onNewChat(world)
      const api = world.server.api.as(world.admin)
      const { body: file } = await api('POST /chat/:id/files', {
        params,
        body: documentForm(BYTES),
      })
      return { params: { ...params, file_id: file.id } }
    },
    audit: null,
  },
  'GET /admin/chats': {
    input: async (world) => {
      await tellOfExports(world)
      return nothing()
    },
    audit: null,
  },
  'GET /admin/chats/:id/messages.csv': {
    input: async (world) => {
      await tellOfExports(world)
      return onNewMessage(world)
    },
    audit: 'chat.exported',
  },
} satisfies Partial<Examples>

/** A group of the admin and somebody else. */
async function onNewChat({ server, admin }: World) {
  const other = await createMember(server)
  const { body: chat } = await server.api.as(admin)('POST /chat', {
    body: { title: 'Open houses', member_ids: [other.id] },
  })
  return { params: { id: chat.id }, other: other.id }
}

/** An announcement of the admin's in it. */
async function onNewMessage(world: World) {
  const { params } = await onNewChat(world)
  const { body: message } = await world.server.api.as(world.admin)('POST /chat/:id/messages', {
    params,
    body: { body: 'The draft is ready.', announcement: true },
  })
  return { params: { ...params, message_id: message.id } }
}

async function tellOfExports({ server, admin }: World): Promise<void> {
  await server.api.as(admin)('PUT /admin/settings', {
    body: { chat_export_notice: 'Admins can export conversations.' },
  })
}
