import { randomBytes } from 'node:crypto'
import { Integer, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  Time,
} from 'pkijs'

const YEARS = 10
const DAY_MS = 24 * 60 * 60_000
const COMMON_NAME = '2.5.4.3'
const KEY_USAGE = '2.5.29.15'
const BASIC_CONSTRAINTS = '2.5.29.19'
/** BIT STRING: digital signature and non-repudiation. */
const SIGNS = Uint8Array.from([0x03, 0x02, 0x06, 0xc0])

const engine = new CryptoEngine({ name: 'webcrypto', crypto })

/** Elliptic (P-256), signed by itself. @param name whose it is: the installation's, as in its checkpoints */
export async function makeCertificate(name: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  )
  const serial = randomBytes(16)
  // Neither negative nor with a zero in front.
  serial[0] = 0x40 | (serial[0]! & 0x3f)
  // Clocks of readers may go a little behind.
  const from = new Date(Date.now() - DAY_MS)
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + YEARS)
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: Uint8Array.from(serial).buffer }),
    notBefore: new Time({ value: from }),
    notAfter: new Time({ value: until }),
    extensions: [
      new Extension({
        extnID: BASIC_CONSTRAINTS,
        critical: true,
        extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(),
      }),
      new Extension({ extnID: KEY_USAGE, critical: true, extnValue: SIGNS.buffer }),
    ],
  })
  for (const names of [certificate.subject, certificate.issuer]) {
    names.typesAndValues.push(
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: name }) }),
    )
  }
  await certificate.subjectPublicKeyInfo.importKey(publicKey, engine)
  await certificate.sign(privateKey, 'SHA-256', engine)
  return {
    certificate: Buffer.from(certificate.toSchema(true).toBER()),
    pkcs8: Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)),
    validUntil: until,
  }
}
