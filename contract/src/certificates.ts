import { z } from 'zod'
import { CERTIFICATES_AHEAD_DAYS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, time } from './fields.ts'

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

/** A certificate that has to be renewed soon. */
export const EndingCertificate = Certificate.pick({
  id: true,
  user_id: true,
  test_id: true,
  training_id: true,
  title: true,
  completed_at: true,
}).extend({
  user_name: z.string(),
  user_email: z.string(),
  path: z.string().describe('Where the web app shows the training or the test.'),
  ends_at: time.describe('When it has to be done again, or is asked for again if that is sooner.'),
})
export type EndingCertificate = z.infer<typeof EndingCertificate>

const ENDING = `Certificates of people who are here that end within ${CERTIFICATES_AHEAD_DAYS} days`

export const certificateEndpoints = {
  listOwnCertificates: endpoint({
    method: 'GET',
    path: '/certificates',
    access: 'user',
    summary: "The caller's certificates, newest first.",
    response: z.array(Certificate),
  }),
  listEndingCertificates: endpoint({
    method: 'GET',
    path: '/admin/certificates/ending',
    access: 'admin',
    summary: `${ENDING}, the first to end first. \`X-Total-Count\` counts them.`,
    query: z.object(paging),
    response: z.array(EndingCertificate),
  }),
  exportEndingCertificates: endpoint({
    method: 'GET',
    path: '/admin/certificates/ending.csv',
    access: 'admin',
    fresh: true,
    summary: `${ENDING}, all of them as CSV.`,
    produces: 'text/csv',
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
