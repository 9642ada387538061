import { createPolicy, createProcess } from '../factories.ts'
import type { Examples, World } from './world.ts'

export const changedQuotesExamples = {
  'GET /admin/changed-quotes': { input: () => ({ query: {} }), audit: null },
  'POST /admin/changed-quotes/:id/looked': { input: onChangedQuote, audit: 'quote.looked_at' },
} satisfies Partial<Examples>

async function onChangedQuote({ server, admin }: World) {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { content: 'Keys are kept in the box.' })
  const params = { id: policy.id }
  const [first] = (await api('GET /policies/:id/paragraphs', { params })).body
  const description = `[There](/policies/${policy.id}#${first!.anchor})`
  const process = await createProcess(api, {
    steps: [{ title: 'One', description, order_number: 1 }],
  })
  const body = { title: policy.title, content: 'Keys are kept in the safe.' }
  await api('PUT /policies/:id', { params, body })
  const query = { item_id: process.id }
  const [quote] = (await api('GET /admin/changed-quotes', { query })).body
  return { params: { id: quote!.id } }
}
