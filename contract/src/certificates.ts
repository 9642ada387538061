import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, time } from './fields.ts'

/** Proof that somebody completed something. */
export const Certificate = z.object({
  id,
  code: z.string(),
  user_id: id,
  test_id: id,
  training_id: id.nullable(),
  person_name: z.string(),
  title: z.string(),
  score: z.number().nullable().describe('Null where there was nothing to answer.'),
  completed_at: time,
})
export type Certificate = z.infer<typeof Certificate>

export const certificateEndpoints = {
  listOwnCertificates: endpoint({
    method: 'GET',
    path: '/certificates',
    access: 'user',
    summary: "The caller's certificates, newest first.",
    response: z.array(Certificate),
  }),
  getCertificateFile: endpoint({
    method: 'GET',
    path: '/certificates/:id/file',
    access: 'user',
    summary: "A certificate of the caller's as a PDF; admins get everybody's.",
    params: byId,
    produces: 'application/pdf',
  }),
  verifyCertificate: endpoint({
    method: 'GET',
    path: '/verify/:code',
    access: 'public',
    summary: 'Whether a code is of a certificate that this brokerage gave out, and for what.',
    params: z.object({ code: z.string().max(60) }),
    response: z.object({ person_name: z.string(), title: z.string(), completed_at: time }),
  }),
}
