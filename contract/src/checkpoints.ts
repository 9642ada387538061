import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { time } from './fields.ts'

/** What signs checkpoints. */
export const EvidenceKey = z.object({
  origin: z.string().describe('The name of this installation in notes; it stays the same.'),
  key: z
    .string()
    .describe('The verifier key that signs now, as C2SP writes it: name, id and public key.'),
  keys: z
    .array(
      z.object({
        key: z.string(),
        from: time,
        until: time.nullable().describe('Null: it signs now.'),
      }),
    )
    .describe('All that ever signed, oldest first.'),
})
export type EvidenceKey = z.infer<typeof EvidenceKey>

export const checkpointEndpoints = {
  getEvidenceKey: endpoint({
    method: 'GET',
    path: '/evidence/key',
    access: 'public',
    summary:
      'The public key that checkpoints and packs are checked with; as plain text it is at `/evidence/key` outside of the API.',
    response: EvidenceKey,
  }),
}
