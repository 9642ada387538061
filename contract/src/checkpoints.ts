import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, paging, time } from './fields.ts'

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

/** A checkpoint, and who has a copy of it outside. */
export const CheckpointCopies = z.object({
  number: z.int(),
  size: z.int().describe('How many acknowledgments it covers.'),
  reason: z
    .enum(['daily', 'pack', 'asked', 'rotation'])
    .describe('`rotation`: the last one of a key, which names the next.'),
  note: z.string().describe('The signed note.'),
  created_at: time,
  mailed_to: z
    .array(z.string())
    .describe('To whom a mail with it was queued; `/admin/mails` says what became of it.'),
  tokens: z
    .array(z.object({ authority: z.string(), generated_at: time }))
    .describe('Time stamps (RFC 3161), verified before they were kept.'),
  cosignatures: z.array(z.object({ witness: z.string(), signed_at: time })),
  failures: z
    .array(
      z.object({ kind: z.enum(['token', 'cosignature']), reason: z.string(), failed_at: time }),
    )
    .describe('What could not be had so far, and is tried again.'),
})
export type CheckpointCopies = z.infer<typeof CheckpointCopies>

export const EvidenceSettings = z.object({
  mail_to: z.array(z.string()).describe('Who gets each checkpoint by mail.'),
  key: z.string().describe('The verifier key that signs now.'),
  key_since: time,
  key_lost: z
    .boolean()
    .describe('This server can’t open the key; the next checkpoint is signed by a new one.'),
  time_authority: z.string().nullable().describe('The host of `TSA_URL`.'),
  witness: z.string().nullable().describe('The host of `WITNESS_URL`.'),
  pdf_certificate: z
    .object({
      made_by: z
        .enum(['operator', 'portal'])
        .describe(
          '`operator`: that of `PDF_SIGNING_P12`. `portal`: nobody outside vouches for it.',
        ),
      subject: z.string(),
      issuer: z.string(),
      fingerprint: z.string().describe('SHA-256 of the certificate.'),
      valid_until: time,
    })
    .nullable()
    .describe('What the PDF of packs is signed with; null until the first one is made.'),
  pdf_problem: z
    .string()
    .nullable()
    .describe('Why `PDF_SIGNING_P12` does not sign, in a sentence without a full stop.'),
  revision: z.int().describe('Counts every saved change; it is what `ETag` says.'),
  updated_at: time.nullable(),
  updated_by_name: z.string().nullable(),
})
export type EvidenceSettings = z.infer<typeof EvidenceSettings>

const MOST_ADDRESSES = 10

export const checkpointEndpoints = {
  getEvidenceKey: endpoint({
    method: 'GET',
    path: '/evidence/key',
    access: 'public',
    summary:
      'The public key that checkpoints and packs are checked with; as plain text it is at `/evidence/key` outside of the API.',
    response: EvidenceKey,
  }),
  listCheckpoints: endpoint({
    method: 'GET',
    path: '/admin/evidence/checkpoints',
    access: 'admin',
    summary: 'Checkpoints and their copies, newest first; `X-Total-Count` counts all.',
    query: z.object(paging),
    response: z.array(CheckpointCopies),
  }),
  makeCheckpoint: endpoint({
    method: 'POST',
    path: '/admin/evidence/checkpoints',
    access: 'admin',
    summary: 'Signs a checkpoint now, and has its copies made.',
    response: CheckpointCopies,
    status: 201,
  }),
  getEvidenceSettings: endpoint({
    method: 'GET',
    path: '/admin/evidence/settings',
    access: 'admin',
    summary: 'Who gets checkpoints, and what signs them; the `ETag` goes into `If-Match`.',
    response: EvidenceSettings,
  }),
  updateEvidenceSettings: endpoint({
    method: 'PUT',
    path: '/admin/evidence/settings',
    access: 'admin',
    fresh: true,
    summary: 'Sets who gets each checkpoint by mail, up to 10 addresses.',
    body: z.object({
      mail_to: z
        .array(email)
        .max(MOST_ADDRESSES, `Please give up to ${MOST_ADDRESSES} addresses`)
        .refine(
          (addresses) => new Set(addresses).size === addresses.length,
          'Please give each address once',
        ),
    }),
    response: EvidenceSettings,
  }),
}
