/** What the readable part of packs is signed with: the operator's certificate, else one that is made here. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { seal, UnreadableSecretError, unseal } from '../../platform/sealed-secrets.ts'
import { findSigningKey, lockEvidence } from './evidence-keys.ts'
import type { PdfSigningKey } from './pdf-signature.ts'

/** A certificate as people are told of it. */
export interface PdfCertificate {
  /** Whose: of the operator's own file, or made by the portal, which nobody outside vouches for. */
  madeBy: 'operator' | 'portal'
  subject: string
  issuer: string
  /** SHA-256 of it, as readers of PDF files show it. */
  fingerprint: string
  validUntil: string
}

export interface PdfSigner {
  signing: PdfSigningKey
  certificate: PdfCertificate
  /** Why the operator's own is not the one that signs, in a sentence without a full stop. */
  problem: string | null
}

type Needs = { db: Db; config: Config }

/** The one that signs a pack's PDF now; makes one where there is none. */
export async function openPdfSigner({ db, config }: Needs): Promise<PdfSigner> {
  const given = await openGiven(config)
  if (given && 'signing' in given) return given
  const made = (await openMade(db, config)) ?? (await makeUnderLock(db, config))
  return { ...made, problem: given?.problem ?? null }
}

/** What settings say of it; no certificate where none was needed yet. */
export async function describePdfSigner({
  db,
  config,
}: Needs): Promise<{ certificate: PdfCertificate | null; problem: string | null }> {
  const given = await openGiven(config)
  if (given && 'signing' in given) return given
  const made = await openMade(db, config)
  return { certificate: made?.certificate ?? null, problem: given?.problem ?? null }
}

/** Has another one made for the next pack. */
export async function retirePdfCertificate(tx: Db): Promise<void> {
  await tx
    .updateTable('pdf_certificates')
    .set({ retired_at: sql`now()` })
    .where('retired_at', 'is', null)
    .execute()
}

/** Read anew each time: a certificate that was renewed counts at once. Null where none is given. */
async function openGiven(config: Config): Promise<PdfSigner | { problem: string } | null> {
  const { pdfSigning } = config
  if (!pdfSigning) return null
  const { P12Error, readP12 } = await import('./read-p12.ts')
  try {
    const signing = await readP12(await readFile(pdfSigning.p12), pdfSigning.password)
    const own = new X509Certificate(signing.certificates[0]!)
    const now = Date.now()
    const [from, until] = [new Date(own.validFrom), new Date(own.validTo)]
    if (until.getTime() < now) {
      return { problem: `The certificate in PDF_SIGNING_P12 lapsed on ${dayOf(until)}` }
    }
    if (from.getTime() > now) {
      return { problem: `The certificate in PDF_SIGNING_P12 is valid only from ${dayOf(from)} on` }
    }
    return { signing, certificate: describe(own, 'operator'), problem: null }
  } catch (error) {
    if (error instanceof P12Error)
      return { problem: `The file of PDF_SIGNING_P12 ${error.message}` }
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { problem: `The file of PDF_SIGNING_P12 can’t be read (${code})` }
  }
}

const dayOf = (day: Date) => day.toISOString().slice(0, 10)

function describe(own: X509Certificate, madeBy: PdfCertificate['madeBy']): PdfCertificate {
  return {
    madeBy,
    subject: nameOf(own.subject),
    issuer: nameOf(own.issuer),
    fingerprint: own.fingerprint256,
    validUntil: new Date(own.validTo).toISOString(),
  }
}

/** The common name, else the organization, of what Node writes one a line. */
function nameOf(lines: string | undefined): string {
  const parts = new Map(
    (lines ?? '').split('\n').map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
  return parts.get('CN') ?? parts.get('O') ?? 'nobody named'
}

/** The certificate that was made here; null where there is none that this server can sign with, or it ends soon. */
async function openMade(db: Db, config: Config) {
  const row = await db
    .selectFrom('pdf_certificates')
    .selectAll()
    .where('retired_at', 'is', null)
    .where('valid_until', '>', sql<string>`now() + interval '1 day'`)
    .executeTakeFirst()
  if (!row) return null
  try {
    const pkcs8 = await unseal(config.dataDir, row.sealed_private_key, purposeOf(row.certificate))
    return opened(row.certificate, Buffer.from(pkcs8, 'base64'))
  } catch (error) {
    // Restored on another machine, as with the key of checkpoints.
    if (error instanceof UnreadableSecretError) return null
    throw error
  }
}

const purposeOf = (certificate: Buffer) =>
  JSON.stringify(['pdf', new X509Certificate(certificate).fingerprint256])

function opened(certificate: Buffer, pkcs8: Buffer): Omit<PdfSigner, 'problem'> {
  const key = createPrivateKey({ key: pkcs8, type: 'pkcs8', format: 'der' })
  return {
    signing: { key, certificates: [certificate] },
    certificate: describe(new X509Certificate(certificate), 'portal'),
  }
}

async function makeUnderLock(db: Db, config: Config): Promise<Omit<PdfSigner, 'problem'>> {
  return inTransaction(db, async (tx) => {
    await lockEvidence(tx)
    const meanwhile = await openMade(tx, config)
    if (meanwhile) return meanwhile
    await retirePdfCertificate(tx)
    const { origin } = (await findSigningKey(tx))!
    const { makeCertificate } = await import('./make-certificate.ts')
    const { certificate, pkcs8, validUntil } = await makeCertificate(origin)
    await tx
      .insertInto('pdf_certificates')
      .values({
        id: uuidv7(),
        certificate,
        sealed_private_key: await seal(
          config.dataDir,
          pkcs8.toString('base64'),
          purposeOf(certificate),
        ),
        valid_until: validUntil.toISOString(),
      })
      .execute()
    return opened(certificate, pkcs8)
  })
}
