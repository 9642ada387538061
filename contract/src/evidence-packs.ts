import { z } from 'zod'
import { EVIDENCE_PACK_CHOICES_MAX } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, time, timeInput } from './fields.ts'

export const EvidencePackState = z.enum(['waiting', 'working', 'ready', 'failed', 'ended'])
export type EvidencePackState = z.infer<typeof EvidencePackState>

/** A file with all evidence about what was chosen, which a stranger can check (docs/evidence.md). */
export const EvidencePack = z.object({
  id,
  state: EvidencePackState.describe(
    '`waiting`: its turn comes. `working`: it is being made. `ready`: it can be downloaded. `failed`: see `reason`. `ended`: its file is gone.',
  ),
  progress: z.int().describe('Of making it, in percent.'),
  reason: z.string().nullable().describe('Why it could not be made, in a sentence.'),
  notice: z
    .string()
    .nullable()
    .describe('What to know of it, such as that its PDF has another certificate than was meant.'),
  user_ids: z.array(id).nullable().describe('Whom it is about; null: everybody.'),
  item_ids: z.array(id).nullable().describe('What it is about; null: everything.'),
  from: time.nullable(),
  to: time.nullable(),
  as_of: time.describe('Of which moment its obligations are.'),
  about: z.array(z.string()).describe('Names and titles of what was chosen, the first few.'),
  records: z.int().nullable().describe('How many acknowledgments it has, once it is ready.'),
  checkpoint: z.int().nullable().describe('The number of the newest checkpoint in it.'),
  file_size: z.int().nullable().describe('Bytes.'),
  sha256: z.string().nullable().describe('Of the file, in hexadecimal.'),
  created_by: id,
  created_by_name: z.string(),
  created_at: time,
  ready_at: time.nullable(),
  ends_at: time.nullable().describe('When its file is removed.'),
})
export type EvidencePack = z.infer<typeof EvidencePack>

const choice = (what: string) =>
  z
    .array(id)
    .min(1, `Please choose at least one ${what}, or leave this out`)
    .max(
      EVIDENCE_PACK_CHOICES_MAX,
      `Please choose at most ${EVIDENCE_PACK_CHOICES_MAX.toLocaleString('en')}`,
    )
    .optional()

export const evidencePackEndpoints = {
  listEvidencePacks: endpoint({
    method: 'GET',
    path: '/admin/evidence',
    access: 'admin',
    summary: 'Packs of evidence, the newest first.',
    query: z.object({ ...paging }),
    response: z.array(EvidencePack),
  }),
  createEvidencePack: endpoint({
    method: 'POST',
    path: '/admin/evidence',
    access: 'admin',
    summary:
      'Has a pack of evidence made: a ZIP that a stranger can check without this program. What is left out is no limit. 409 `too_many` while several are being made.',
    body: z.object({
      user_ids: choice('person').describe('Only about these people.'),
      item_ids: choice('item').describe('Only about these policies, trainings and tests.'),
      from: timeInput.optional().describe('Only what happened from then on.'),
      to: timeInput.optional().describe('Only what happened before.'),
      as_of: timeInput.optional().describe('Obligations as they were then; left out: as they are.'),
    }),
    response: EvidencePack,
    status: 201,
  }),
  getEvidencePack: endpoint({
    method: 'GET',
    path: '/admin/evidence/:id',
    access: 'admin',
    summary: 'One pack of evidence, and how far it is.',
    params: byId,
    response: EvidencePack,
  }),
  getEvidencePackFile: endpoint({
    method: 'GET',
    path: '/admin/evidence/:id/file',
    access: 'admin',
    fresh: true,
    summary:
      'The pack itself; 409 `not_ready` before it is made, 404 once it has ended. Honours `Range`, `If-Range` and `If-None-Match`.',
    params: byId,
    produces: 'application/zip',
  }),
  deleteEvidencePack: endpoint({
    method: 'DELETE',
    path: '/admin/evidence/:id',
    access: 'admin',
    summary: 'Ends making a pack, or removes it with its file.',
    params: byId,
  }),
}
