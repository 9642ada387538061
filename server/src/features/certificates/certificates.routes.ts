import { certificateEndpoints } from '@frontdesk/contract/certificates'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { codeFrom, findCertificate, listCertificatesOf } from './certificates.queries.ts'

const UNKNOWN = 'No certificate has this code. Please check what you typed.'

export function certificateRoutes(mount: Mount, { address }: Services): void {
  mount(certificateEndpoints.listOwnCertificates, async ({ db, actor }) =>
    listCertificatesOf(db, actor.id),
  )

  mount(certificateEndpoints.getCertificateFile, async ({ db, actor, params, reply }) => {
    const certificate = await findCertificate(db, { id: params.id })
    if (!certificate || (certificate.user_id !== actor.id && !canOpenAdmin(actor))) {
      throw notFound('Certificate not found')
    }
    const pdf = await certificatePdf(certificate, {
      verifyUrl: `${address()}/verify/${certificate.code}`,
      brokerage: brokerageName(await findSettings(db)),
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
