import { createPolicy } from '../factories.ts'
import { uploadExample } from './pictures.ts'
import { type Examples, nothing, type World } from './world.ts'

/** A link about one policy, which somebody has acknowledged. */
async function makeLink({ server, admin, agent }: World, content = 'The text.') {
  const api = server.api.as(admin)
  const policy = await createPolicy(api, { content })
  await server.api.as(agent)('POST /policies/:id/acknowledge', { params: { id: policy.id } })
  const ends_at = new Date(Date.now() + 86_400_000).toISOString()
  const { body } = await api('POST /admin/auditor-links', {
    body: { name: 'Ms. Vance, auditor', item_id: policy.id, ends_at },
  })
  return { id: body.id, token: body.link.split('#')[1]!, policyId: policy.id }
}

const withToken = async (world: World) => ({ body: { token: (await makeLink(world)).token } })
const audit = 'auditor_link.viewed'

export const auditorLinksExamples = {
  'GET /admin/auditor-links': { input: nothing, audit: null },
  'POST /admin/auditor-links': {
    input: ({ agent }) => ({
      body: {
        name: 'Ms. Vance, auditor',
        user_id: agent.id,
        from: '2026-01-01T00:00:00Z',
        to: '2026-07-01T00:00:00Z',
        ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    }),
    audit: 'auditor_link.created',
  },
  'POST /admin/auditor-links/:id/revoke': {
    input: async (world) => ({ params: { id: (await makeLink(world)).id } }),
    audit: 'auditor_link.revoked',
  },
  'POST /auditor/open': { input: withToken, audit },
  'POST /auditor/check': { input: withToken, audit: null },
  'POST /auditor/records': { input: withToken, audit },
  'POST /auditor/obligations': { input: withToken, audit },
  'POST /auditor/results': { input: withToken, audit },
  'POST /auditor/text': {
    input: async (world) => {
      const { token, policyId } = await makeLink(world)
      return { body: { token, policy_id: policyId, version: 1 } }
    },
    audit,
  },
  'POST /auditor/picture': {
    input: async (world) => {
      const { name, path } = await uploadExample(world)
      const { token, policyId } = await makeLink(world, `Look:\n\n![](${path})`)
      return { body: { token, policy_id: policyId, version: 1, name } }
    },
    audit: null,
  },
} satisfies Partial<Examples>
