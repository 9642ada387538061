/**
 * Signatures in PDF files: PAdES, level B-B (`ETSI.CAdES.detached`). The document is written with room for the
 * signature, which then covers every byte but that room.
 */
import { createHash, createPublicKey, type Hash, type KeyObject, sign } from 'node:crypto'
import { Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import type PDFDocument from 'pdfkit'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

type Document = InstanceType<typeof PDFDocument>

/** What signs. */
export interface PdfSigningKey {
  /** RSA or elliptic. */
  key: KeyObject
  /** As DER; the signer's own first, then those that lead to its issuer. */
  certificates: Buffer[]
}

/** Of two signatures by an elliptic key one may be so much longer, and more. */
const ROOM_TO_SPARE = 16
/** What stands for the four numbers until they are known: as many characters as the largest takes. */
const NUMBER = '**********'
const CAP = /\/ByteRange \[0(?: \/\*{10}){3}\]/

const DATA = '1.2.840.113549.1.7.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11'
const SHA256_WITH_ECDSA = '1.2.840.10045.4.3.2'

/** A dictionary of pdfkit, which knows where in the file it was written. */
interface Reference {
  data: Record<string, unknown>
  offset: number
  end: () => void
}

export interface PdfSignature {
  document: Document
  signing: PdfSigningKey
  reason: string
  at: Date
}

/**
 * Signs a file while it is written.
 * @returns `place` makes room on the current page, and is called last, but for `document.end`; `pieces` is the file. What
 *   lies before the room leaves as it comes, and only the rest is held until the signature is known
 */
export function signedPieces({ document, signing, reason, at }: PdfSignature) {
  let hole: Hole | undefined
  return {
    place: () => void (hole = placeSignature(document, { signing, reason, at })),
    async *pieces(): AsyncGenerator<Buffer> {
      const digest = createHash('sha256')
      const held: Buffer[] = []
      let size = 0
      for await (const read of document) {
        const piece = read as Buffer
        const free = hole ? Math.min(Math.max(hole.from - size, 0), piece.length) : piece.length
        size += piece.length
        if (free > 0) {
          digest.update(piece.subarray(0, free))
          yield piece.subarray(0, free)
        }
        if (free < piece.length) held.push(piece.subarray(free))
      }
      if (!hole) throw new Error('The PDF has no room for its signature')
      yield fillIn(Buffer.concat(held), { ...hole, digest, signing })
    },
  }
}

/** Where the signature goes, and how many bytes it may have. */
interface Hole {
  from: number
  room: number
}

/** It is not to be seen on the page. */
function placeSignature(
  document: Document,
  { signing, reason, at }: Omit<PdfSignature, 'document'>,
): Hole {
  const room = signedDigest(Buffer.alloc(32), signing).length + ROOM_TO_SPARE
  // The two that are filled in come before anything that was typed by somebody.
  const signature = document.ref({
    Type: 'Sig',
    ByteRange: [0, NUMBER, NUMBER, NUMBER],
    Contents: Buffer.alloc(room),
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    M: at,
    // oxlint-disable-next-line unicorn/new-for-builtins, no-new-wrappers -- pdfkit's way to tell a text from a name
    Reason: new String(reason),
  }) as unknown as Reference
  signature.end()
  document.initForm()
  const { _root: root, page } = document as unknown as {
    _root: { data: { AcroForm: Reference } }
    page: { annotations: unknown[]; dictionary: unknown }
  }
  document.annotate(0, 0, 0, 0, {
    Subtype: 'Widget',
    FT: 'Sig',
    // oxlint-disable-next-line unicorn/new-for-builtins, no-new-wrappers -- as above
    T: new String('Signature'),
    V: signature,
    // Printed and locked.
    F: 132,
    P: page.dictionary,
  } as object)
  const { AcroForm: form } = root.data
  // Signatures exist, and the file may only be added to.
  form.data = { ...form.data, SigFlags: 3, Fields: [page.annotations.at(-1)] }
  delete form.data.NeedAppearances
  return { from: signature.offset, room }
}

/** @param rest of the file, from where the room begins; `digest` has what lies before */
function fillIn(
  rest: Buffer,
  { from, room, digest, signing }: Hole & { digest: Hash; signing: PdfSigningKey },
): Buffer {
  const range = CAP.exec(rest.toString('latin1', 0, 200))
  const start = rest.indexOf('/Contents <') + '/Contents '.length
  if (!range || start < range.index) throw new Error('The PDF has no room for its signature')
  const end = start + 2 + room * 2
  const numbers = `/ByteRange [0 ${from + start} ${from + end} ${rest.length - end}]`
  rest.write(numbers.padEnd(range[0].length), range.index, 'latin1')
  digest.update(rest.subarray(0, start)).update(rest.subarray(end))
  const signature = signedDigest(digest.digest(), signing)
  if (signature.length > room) throw new Error('The signature is larger than its room')
  rest.write(signature.toString('hex'), start + 1, 'latin1')
  return rest
}

/** CMS over what has this SHA-256, as DER: the ContentInfo, without the content. */
function signedDigest(digest: Buffer, { key, certificates }: PdfSigningKey): Buffer {
  const chain = certificates.map((der) => Certificate.fromBER(Uint8Array.from(der)))
  const own = chain[0]!
  const named = createHash('sha256').update(certificates[0]!).digest()
  const certificateId = new Sequence({ value: [octets(named)] })
  const attributes = [
    attribute(CONTENT_TYPE, new ObjectIdentifier({ value: DATA })),
    attribute(MESSAGE_DIGEST, octets(digest)),
    // Names the certificate by its hash, so that no other of the same key can be put in its place.
    attribute(
      SIGNING_CERTIFICATE_V2,
      new Sequence({ value: [new Sequence({ value: [certificateId] })] }),
    ),
  ].toSorted((one, other) => Buffer.compare(derOf(one), derOf(other)))
  const signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes })
  const signedBytes = derOf(signedAttrs)
  // They are signed as a SET, which is not how they are written.
  signedBytes[0] = 0x31
  const sha256 = () => new AlgorithmIdentifier({ algorithmId: SHA256 })
  const isRsa = createPublicKey(key).asymmetricKeyType === 'rsa'
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: sha256(),
    signedAttrs,
    signatureAlgorithm: isRsa
      ? new AlgorithmIdentifier({ algorithmId: SHA256_WITH_RSA, algorithmParams: new Null() })
      : new AlgorithmIdentifier({ algorithmId: SHA256_WITH_ECDSA }),
    signature: octets(sign('sha256', signedBytes, key)),
  })
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [sha256()],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    certificates: chain,
    signerInfos: [signer],
  })
  return derOf(new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) }))
}

const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] })
const octets = (bytes: Buffer) => new OctetString({ valueHex: Uint8Array.from(bytes).buffer })
const derOf = (value: { toSchema: () => { toBER: () => ArrayBuffer } }) =>
  Buffer.from(value.toSchema().toBER())
