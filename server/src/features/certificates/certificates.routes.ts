import { certificateEndpoints } from '@frontdesk/contract/certificates'
import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { notFound } from '../../http/errors.ts'
import type { Mount } from '../../http/mount.ts'
import type { Services } from '../../services.ts'
import { openLogos } from '../settings/logo.actions.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { asPng } from '../users/profile-picture.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { codeFrom, findCertificate, listCertificatesOf } from './certificates.queries.ts'

const UNKNOWN = 'No certificate has this code. Please check what you typed.'

export function certificateRoutes(mount: Mount, { address, config }: Services): void {
  const logos = openLogos(config)

  mount(certificateEndpoints.listOwnCertificates, async ({ db, actor }) =>
    listCertificatesOf(db, actor.id),
  )

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
