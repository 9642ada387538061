/**
 * Time stamps of RFC 3161: asking for one and checking it, on WebCrypto alone, so that browsers can run it. The
 * library reads and does the arithmetic; what RFC 3161 and 5816 ask of a token is checked here, because it takes
 * certificates that are no time authority's.
 */
import { fromBER, Integer, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  CertificateChainValidationEngine,
  ContentInfo,
  CryptoEngine,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  setEngine,
  SignedData,
  type SignerInfo,
  TimeStampReq,
  TSTInfo,
} from 'pkijs'

/** Why a token is not taken. Its message is a sentence without a full stop, for people. */
export class TimestampError extends Error {
  /** A good token may still be found to be of something else that one has. */
  isOfSomethingElse = false
}

/** What is to be found in a token. */
export interface ExpectedTimestamp {
  /** SHA-256 of what was stamped: 32 bytes. */
  digest: Uint8Array
  /** As the request had it; left out where one does not know it any more. */
  nonce?: Uint8Array
  /** The authority's policy as an object identifier, such as `1.2.3`; left out: any. */
  policy?: string
  /** Certificates (DER) that one trusts; left out: whose the authority is, is not looked into. */
  roots?: Uint8Array[]
}

export interface Timestamp {
  generatedAt: Date
  /** An object identifier. */
  policy: string
  /** The name in the certificate that signed, such as `Free TSA`. */
  authority: string
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const HASHES: Record<string, string> = {
  [SHA256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const NAMES = ['2.5.4.3', '2.5.4.10']

const UNREADABLE = 'It is no time stamp that can be read'

const engine = new CryptoEngine({ name: 'webcrypto', crypto })
setEngine('webcrypto', engine)

/**
 * What is sent to a time authority (`application/timestamp-query`), as DER.
 * @param digest SHA-256, 32 bytes
 * @param nonce unguessable, up to 20 bytes, the first neither 0 nor above 127
 */
export function timestampRequest(
  digest: Uint8Array,
  { nonce, policy }: { nonce: Uint8Array; policy?: string },
): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(digest).buffer }),
    }),
    ...(policy !== undefined && { reqPolicy: policy }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER())
}

/** The token within an authority's answer (`application/timestamp-reply`). @throws TimestampError where it gave none */
export function tokenOfResponse(response: Uint8Array): Uint8Array {
  return readable(() => {
    const { offset, result } = fromBER(Uint8Array.from(response))
    if (offset !== response.length || !(result instanceof Sequence)) {
      throw new TimestampError(UNREADABLE)
    }
    const [info, token] = result.valueBlock.value
    const status = info instanceof Sequence ? info.valueBlock.value[0] : undefined
    if (!(status instanceof Integer)) throw new TimestampError(UNREADABLE)
    const code = status.valueBlock.valueDec
    // 0: granted, 1: granted with changes. All else comes without a token, or should.
    if (code !== 0 && code !== 1) {
      throw new TimestampError(`The time authority refused to give one (status ${code})`)
    }
    if (!token) throw new TimestampError('The time authority’s answer has no token')
    return Uint8Array.from(token.valueBeforeDecodeView)
  })
}

/**
 * Checks everything about a token, and says when it was given and by whom.
 * @param token the ContentInfo, as DER
 * @throws TimestampError naming the first thing that is wrong
 */
export async function verifyTimestamp(
  token: Uint8Array,
  expected: ExpectedTimestamp,
): Promise<Timestamp> {
  try {
    const { signed, content, info } = readToken(token)
    checkInfo(info, expected)
    const signer = signed.signerInfos[0]!
    const certificates = (signed.certificates ?? []).filter((one) => one instanceof Certificate)
    const certificate = certificateOf(signer, certificates)
    await checkSignature(signer, certificate, content)
    checkPurpose(certificate)
    await checkSigningCertificate(signer, certificate)
    const generatedAt = info.genTime
    if (generatedAt < certificate.notBefore.value || generatedAt > certificate.notAfter.value) {
      throw new TimestampError('The time authority’s certificate was not valid at that time')
    }
    if (expected.roots) {
      await checkChain({ certificate, certificates, roots: expected.roots, at: generatedAt })
    }
    return { generatedAt, policy: info.policy, authority: nameOf(certificate) }
  } catch (error) {
    if (error instanceof TimestampError) throw error
    throw new TimestampError(UNREADABLE, { cause: error })
  }
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TimestampError) throw error
    throw new TimestampError(UNREADABLE, { cause: error })
  }
}

function readToken(token: Uint8Array) {
  const { offset, result } = fromBER(Uint8Array.from(token))
  if (offset !== token.length) throw new TimestampError(UNREADABLE)
  const outer = new ContentInfo({ schema: result })
  if (outer.contentType !== SIGNED_DATA) throw new TimestampError(UNREADABLE)
  const signed = new SignedData({ schema: outer.content })
  const { eContentType: type, eContent } = signed.encapContentInfo
  if (type !== TST_INFO || !eContent) throw new TimestampError('It is signed, and no time stamp')
  if (signed.signerInfos.length !== 1) {
    throw new TimestampError('It is signed by more, or fewer, than one time authority')
  }
  const content = Uint8Array.from(new Uint8Array(eContent.getValue()))
  const info = TSTInfo.fromBER(content)
  if (info.version !== 1) throw new TimestampError(UNREADABLE)
  return { signed, content, info }
}

function checkInfo(info: TSTInfo, { digest, nonce, policy }: ExpectedTimestamp): void {
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const stamped = hashedMessage.valueBlock.valueHexView
  if (hashAlgorithm.algorithmId !== SHA256 || !same(stamped, digest)) {
    const error = new TimestampError('It was given for something else')
    error.isOfSomethingElse = true
    throw error
  }
  if (nonce && !(info.nonce && same(info.nonce.valueBlock.valueHexView, nonce))) {
    throw new TimestampError('It answers another request')
  }
  if (policy !== undefined && info.policy !== policy) {
    throw new TimestampError(`It was given under the policy ${info.policy} instead of ${policy}`)
  }
}

function certificateOf(signer: SignerInfo, certificates: Certificate[]): Certificate {
  const { sid } = signer
  const found = certificates.filter((certificate) =>
    sid instanceof IssuerAndSerialNumber
      ? certificate.issuer.isEqual(sid.issuer) && certificate.serialNumber.isEqual(sid.serialNumber)
      : isKeyOf(certificate, sid),
  )
  if (found.length !== 1) throw new TimestampError('The certificate that signed it is not in it')
  return found[0]!
}

const SUBJECT_KEY_IDENTIFIER = '2.5.29.14'

function isKeyOf(certificate: Certificate, sid: { valueBlock: { value?: unknown } }): boolean {
  const extension = (certificate.extensions ?? []).find(
    ({ extnID }) => extnID === SUBJECT_KEY_IDENTIFIER,
  )
  const named = Array.isArray(sid.valueBlock.value) ? (sid.valueBlock.value[0] as unknown) : sid
  const own: unknown = extension?.parsedValue
  return (
    own instanceof OctetString &&
    named instanceof OctetString &&
    same(own.valueBlock.valueHexView, named.valueBlock.valueHexView)
  )
}

/** The value of a signed attribute that is there once and has one value. */
function attributeOf(signer: SignerInfo, type: string) {
  const found = (signer.signedAttrs?.attributes ?? []).filter((one) => one.type === type)
  if (found.length === 0) return undefined
  if (found.length > 1 || found[0]!.values.length !== 1) throw new TimestampError(UNREADABLE)
  return found[0]!.values[0] as { valueBlock: { valueHexView?: Uint8Array; toString(): string } }
}

async function checkSignature(
  signer: SignerInfo,
  certificate: Certificate,
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const wrong = new TimestampError('Its signature is not the time authority’s')
  const hash = HASHES[signer.digestAlgorithm.algorithmId]
  if (!hash) throw new TimestampError('It is signed with a hash that is too weak, or not known')
  const type = attributeOf(signer, CONTENT_TYPE)?.valueBlock.toString()
  const digest = attributeOf(signer, MESSAGE_DIGEST)?.valueBlock.valueHexView
  if (!signer.signedAttrs || type !== TST_INFO || !digest) throw wrong
  if (!same(digest, new Uint8Array(await crypto.subtle.digest(hash, content)))) throw wrong
  const good = await engine
    .verifyWithPublicKey(
      signer.signedAttrs.encodedValue,
      signer.signature,
      certificate.subjectPublicKeyInfo,
      signer.signatureAlgorithm,
      hash,
    )
    .catch(() => false)
  if (!good) throw wrong
}

/** RFC 3161, 2.3: extended key usage with time stamping alone, and critical. */
function checkPurpose(certificate: Certificate): void {
  const usages = (certificate.extensions ?? []).filter(
    ({ extnID }) => extnID === EXTENDED_KEY_USAGE,
  )
  const [usage] = usages
  if (!usage) throw new TimestampError('The certificate is not one for giving time stamps')
  const purposes: unknown = usage.parsedValue
  if (
    usages.length !== 1 ||
    !(purposes instanceof ExtKeyUsage) ||
    purposes.keyPurposes.join(' ') !== TIME_STAMPING
  ) {
    throw new TimestampError('The certificate is not one for giving time stamps alone')
  }
  if (!usage.critical) {
    throw new TimestampError('The certificate does not bind its owner to giving time stamps alone')
  }
}

/**
 * RFC 5816: the signature names its certificate by hash, so that no other with the same key can be put in its
 * place. The old form (SHA-1) is still allowed; where both are there, both must fit.
 */
async function checkSigningCertificate(
  signer: SignerInfo,
  certificate: Certificate,
): Promise<void> {
  const old = attributeOf(signer, SIGNING_CERTIFICATE)
  const now = attributeOf(signer, SIGNING_CERTIFICATE_V2)
  if (!old && !now) throw new TimestampError('It does not say which certificate signed it')
  const der = Uint8Array.from(new Uint8Array(certificate.toSchema(true).toBER()))
  for (const { attribute, fallback } of [
    { attribute: old, fallback: 'SHA-1' },
    { attribute: now, fallback: 'SHA-256' },
  ]) {
    if (!attribute) continue
    const { hash, digest } = firstCertificateId(attribute, fallback)
    if (!same(digest, new Uint8Array(await crypto.subtle.digest(hash, der)))) {
      throw new TimestampError('It names another certificate than the one that signed it')
    }
  }
}

/** SigningCertificate(V2) ::= SEQUENCE { certs SEQUENCE OF { [hashAlgorithm,] certHash, … }, … }; the first is the signer's. */
function firstCertificateId(attribute: unknown, fallback: string) {
  const list = childrenOf(childrenOf(attribute)[0])
  const [first, second] = childrenOf(list[0])
  if (first instanceof OctetString) {
    return { hash: fallback, digest: first.valueBlock.valueHexView }
  }
  const { algorithmId } = new AlgorithmIdentifier({ schema: first })
  const hash = HASHES[algorithmId]
  if (!hash || fallback === 'SHA-1' || !(second instanceof OctetString)) {
    throw new TimestampError(UNREADABLE)
  }
  return { hash, digest: second.valueBlock.valueHexView }
}

const childrenOf = (value: unknown): unknown[] =>
  value instanceof Sequence ? value.valueBlock.value : []

async function checkChain(chain: {
  certificate: Certificate
  certificates: Certificate[]
  roots: Uint8Array[]
  at: Date
}): Promise<void> {
  const { certificate, certificates, roots, at } = chain
  const others = certificates.filter((one) => one !== certificate)
  const validation = new CertificateChainValidationEngine({
    trustedCerts: roots.map((root) => Certificate.fromBER(Uint8Array.from(root))),
    // The last is the one that is looked at.
    certs: [...others, certificate],
    checkDate: at,
  })
  const { result } = await validation.verify({}, engine)
  if (!result) {
    throw new TimestampError('The time authority’s certificate is not vouched for by the one given')
  }
}

/** The name of who owns a certificate, or of their organization. */
function nameOf(certificate: Certificate): string {
  const parts = certificate.subject.typesAndValues
  for (const type of NAMES) {
    const value: unknown = parts.find((part) => part.type === type)?.value.valueBlock.value
    if (typeof value === 'string' && value !== '')
      return value.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200)
  }
  return 'a time authority without a name'
}

const same = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
