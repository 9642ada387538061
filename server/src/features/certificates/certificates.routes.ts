import { certificateEndpoints } from '@frontdesk/contract/certificates'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { sendCsv } from '../../http/csv.ts'
import { notFound } from '../../http/errors.ts'
import { DEFAULT_LIMIT, sendPage } from '../../http/list.ts'
import type { Mount } from '../../http/mount.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Services } from '../../services.ts'
import { openLogos } from '../settings/logo.actions.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { asPng } from '../../platform/pictures.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { codeFrom, findCertificate, listCertificatesOf } from './certificates.queries.ts'
import { countEndingCertificates, listEndingCertificates } from './ending-certificates.queries.ts'

const UNKNOWN = 'No certificate has this code. Please check what you typed.'

const ENDING_COLUMNS = [
  'user_name',
  'user_email',
  'title',
  'completed_at',
  'ends_at',
  'id',
  'user_id',
  'test_id',
  'training_id',
] as const

export function certificateRoutes(mount: Mount, { address, config }: Services): void {
  const logos = openLogos(config)

  mount(certificateEndpoints.listOwnCertificates, async ({ db, actor }) =>
    listCertificatesOf(db, actor.id),
  )

  mount(certificateEndpoints.listEndingCertificates, async ({ db, query, request, reply }) => {
    const page = await listEndingCertificates(db, { ...query, limit: query.limit ?? DEFAULT_LIMIT })
    return sendPage({ request, reply }, page, await countEndingCertificates(db))
  })

  mount(certificateEndpoints.exportEndingCertificates, async (call) => {
    await recordAudit(call.db, call, { action: 'certificates.exported' })
    return sendCsv(call.reply, 'certificates-that-end', ENDING_COLUMNS, async (page) =>
      listEndingCertificates(call.db, page),
    )
  })

  mount(certificateEndpoints.getCertificateFile, async ({ db, actor, params, reply }) => {
    const certificate = await findCertificate(db, { id: params.id })
    if (!certificate || (certificate.user_id !== actor.id && !canOpenAdmin(actor))) {
      throw notFound('Certificate not found')
    }
    const settings = await findSettings(db)
    const logo = settings.logo_key ? await logos.read(settings.logo_key) : null
    const pdf = await certificatePdf(certificate, {
      verifyUrl: `${address()}/verify/${certificate.code}`,
      brokerage: brokerageName(settings),
      logo: logo && (await asPng(logo)),
    })
    return reply
      .type('application/pdf')
      .header('Content-Disposition', `attachment; filename="certificate-${certificate.code}.pdf"`)
      .send(pdf)
  })

  mount(certificateEndpoints.verifyCertificate, async ({ db, params }) => {
    const certificate = await findCertificate(db, { code: codeFrom(params.code) })
    if (!certificate) throw notFound(UNKNOWN)
    const { person_name, title, completed_at } = certificate
    return { person_name, title, completed_at }
  })
}
