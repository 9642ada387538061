import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import {
  AuthenticatedSafe,
  CertBag,
  Certificate,
  CryptoEngine,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type SafeContents,
} from 'pkijs'
import type { PdfSigningKey } from './pdf-signature.ts'

/** Why a file is not taken. Its message is a clause for the operator that goes on after the file's name. */
export class P12Error extends Error {}

const engine = new CryptoEngine({ name: 'webcrypto', crypto })

/**
 * Reads a private key with its certificates from PKCS #12.
 * @throws P12Error
 */
export async function readP12(file: Buffer, password: string): Promise<PdfSigningKey> {
  const bytes = Uint8Array.from(Buffer.from(password, 'utf8')).buffer
  const pfx = parse(() => PFX.fromBER(Uint8Array.from(file)))
  await pfx
    .parseInternalValues({ password: bytes, checkIntegrity: true }, engine)
    .catch((error: unknown) => {
      throw new P12Error('can’t be opened with PDF_SIGNING_PASSWORD', { cause: error })
    })
  const safe = pfx.parsedValue?.authenticatedSafe
  if (!(safe instanceof AuthenticatedSafe)) throw new P12Error('is not PKCS #12')
  const safeContents = safe.safeContents.map(() => ({ password: bytes }))
  await safe.parseInternalValues({ safeContents }, engine).catch((error: unknown) => {
    // What Windows and macOS write unless they are told otherwise.
    throw new P12Error(
      'is encrypted in a way that is too old; openssl pkcs12 -legacy reads it, and openssl pkcs12 -export writes it anew',
      { cause: error },
    )
  })
  const contents = (safe.parsedValue as { safeContents: { value: SafeContents }[] }).safeContents
  const keys: KeyObject[] = []
  const certificates: Buffer[] = []
  for (const { bagValue: value } of contents.flatMap((content) => content.value.safeBags)) {
    if (value instanceof PKCS8ShroudedKeyBag || value instanceof PrivateKeyInfo) {
      keys.push(keyOf(Buffer.from(value.toSchema().toBER()), password))
    } else if (value instanceof CertBag && value.parsedValue instanceof Certificate) {
      certificates.push(Buffer.from(value.parsedValue.toSchema(true).toBER()))
    }
  }
  const [key] = keys
  if (!key || keys.length > 1) throw new P12Error('has to have one private key')
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ec') {
    throw new P12Error('has to have an RSA or an elliptic key')
  }
  const own = certificates.find((der) => new X509Certificate(der).checkPrivateKey(key))
  if (!own) throw new P12Error('has no certificate of its key')
  return { key, certificates: [own, ...certificates.filter((der) => der !== own)] }
}

function keyOf(der: Buffer, passphrase: string): KeyObject {
  return parse(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase }))
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new P12Error('is not PKCS #12 that can be read', { cause: error })
  }
}
