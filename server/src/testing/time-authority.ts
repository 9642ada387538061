import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const EXTENSIONS = {
  good: 'extendedKeyUsage=critical,timeStamping',
  'no purpose': 'basicConstraints=CA:FALSE',
  'purpose not critical': 'extendedKeyUsage=timeStamping',
  'another purpose beside it': 'extendedKeyUsage=critical,timeStamping,serverAuth',
}
/** Good but for whose it is: an owner of an ordinary certificate has given it. */
const BY_NO_AUTHORITY = 'by no authority'
const NO_AUTHORITY = 'no purpose'
type Signer = keyof typeof EXTENSIONS | typeof BY_NO_AUTHORITY

export const POLICY = '1.2.3.4.1'

/** A time authority with certificates of several kinds, made by `openssl`. */
export interface TimeAuthority {
  /** DER. */
  root: Uint8Array
  /** As an authority answers: `application/timestamp-reply`. */
  answer(request: Uint8Array, hash?: 'sha1' | 'sha256'): Uint8Array
  /** A token around any content, signed by any certificate. */
  sign(
    content: Uint8Array,
    signer: Signer,
    options?: { type?: string; cades?: boolean },
  ): Uint8Array
  /** Under http, until it is closed. */
  listen(
    change?: (answer: Uint8Array) => Uint8Array | Promise<Uint8Array>,
  ): Promise<{ url: string; close(): Promise<void> }>
  remove(): void
}

export function createTimeAuthority(): TimeAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-tsa-'))
  const openssl = opensslIn(folder)
  makeCertificates(folder, openssl)
  writeFileSync(join(folder, 'serial'), '01\n')
  for (const hash of ['sha1', 'sha256']) writeFileSync(join(folder, `${hash}.cnf`), configOf(hash))

  const answer: TimeAuthority['answer'] = (request, hash = 'sha256') => {
    writeFileSync(join(folder, 'request.tsq'), request)
    const config = `-config ${hash}.cnf -section clock`
    openssl(`ts -reply ${config} -queryfile request.tsq -out answer.tsr`)
    return readFileSync(join(folder, 'answer.tsr'))
  }
  return {
    answer,
    root: openssl('x509 -in root.pem -outform DER'),
    sign: (content, signer, { type = '1.2.840.113549.1.9.16.1.4', cades = true } = {}) => {
      writeFileSync(join(folder, 'content.der'), content)
      const name = fileOf(signer)
      const between = signer === BY_NO_AUTHORITY ? `-certfile ${fileOf(NO_AUTHORITY)}.pem ` : ''
      return openssl(
        `cms -sign -binary -nodetach -in content.der -econtent_type ${type} -signer ${name}.pem -inkey ${name}.key -md sha256 ${cades ? '-cades ' : ''}${between}-nosmimecap -outform DER`,
      )
    },
    listen: async (change = (given) => given) => serveAnswers((request) => change(answer(request))),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

type OpenSsl = (command: string, ...more: string[]) => Buffer

const opensslIn =
  (folder: string): OpenSsl =>
  (command, ...more) =>
    execFileSync('openssl', [...command.split(' '), ...more], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })

const fileOf = (signer: string) => signer.replaceAll(' ', '-')

function makeCertificates(folder: string, openssl: OpenSsl): void {
  const curve = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  openssl(
    `req -x509 ${curve} -keyout root.key -out root.pem -days 3650 -addext keyUsage=critical,keyCertSign -subj`,
    '/CN=Test Root',
  )
  const signers = { ...EXTENSIONS, [BY_NO_AUTHORITY]: EXTENSIONS.good }
  for (const [signer, extension] of Object.entries(signers)) {
    const name = fileOf(signer)
    const issuer = signer === BY_NO_AUTHORITY ? fileOf(NO_AUTHORITY) : 'root'
    writeFileSync(join(folder, `${name}.ext`), `${extension}\nsubjectKeyIdentifier=hash\n`)
    const key = signer === 'good' ? '-newkey rsa:2048 -nodes' : curve
    openssl(
      `req -new ${key} -keyout ${name}.key -out ${name}.csr -subj`,
      '/O=Clocks Inc./CN=Test Clock',
    )
    openssl(
      `x509 -req -in ${name}.csr -CA ${issuer}.pem -CAkey ${issuer}.key -CAcreateserial -days 365 -extfile ${name}.ext -out ${name}.pem`,
    )
  }
}

async function serveAnswers(answer: (request: Uint8Array) => Uint8Array | Promise<Uint8Array>) {
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      reply.setHeader('Content-Type', 'application/timestamp-reply')
      void Promise.resolve(answer(Buffer.concat(chunks))).then((given) => reply.end(given))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

const configOf = (hash: string) => `[clock]
serial = serial
crypto_device = builtin
signer_cert = good.pem
certs = root.pem
signer_key = good.key
signer_digest = sha256
default_policy = ${POLICY}
digests = sha256
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = ${hash}
`
