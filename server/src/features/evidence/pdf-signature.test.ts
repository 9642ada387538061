import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { verifyPack } from '../../../verifier/verify.ts'
import { sourceOf } from '../../../verifier/world.fixture.ts'
import { createMember, type Member } from '../../testing/factories.ts'
import { EVER } from '../../testing/patience.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { rotateKey } from './checkpoints.actions.ts'
import { evidencePdf } from './pack-pdf.ts'
import { openPdfSigner } from './pdf-certificates.ts'

let server: TestServer
let admin: Member
const folder = mkdtempSync(join(tmpdir(), 'pdf-signature-'))
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterEach(() => {
  server.config.pdfSigning = null
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})

const at = (name: string) => join(folder, name)
/** @param command with no space within a word */
const openssl = (command: string) =>
  spawnSync('openssl', command.split(' '), { cwd: folder, encoding: 'utf8' })
function run(command: string): void {
  const { status, stderr } = openssl(command)
  if (status !== 0) throw new Error(`openssl ${command}: ${stderr}`)
}
const api = () => server.api.as(admin)
const settings = async () => (await api()('GET /admin/evidence/settings')).body

/** A certificate as an operator would have one, with its issuer's. @param days below 0: it has lapsed */
function givenBy(
  name: string,
  { kind = 'rsa:2048', days = 30, export: how = '', password = 'open' } = {},
) {
  run(
    'req -x509 -newkey rsa:2048 -nodes -subj /CN=Test-Issuer -keyout issuer.key -out issuer.pem -days 30',
  )
  run(`req -newkey ${kind} -nodes -subj /CN=Harbor-Realty -keyout own.key -out own.csr`)
  run(
    `x509 -req -in own.csr -CA issuer.pem -CAkey issuer.key -CAcreateserial -out own.pem -days ${days}`,
  )
  run(
    `pkcs12 -export -inkey own.key -in own.pem -certfile issuer.pem -out ${name} -passout pass:${password}${how}`,
  )
  return { p12: at(name), password: 'open' }
}

// oxlint-disable-next-line typescript/require-await -- as what reads the database
async function* none() {}

async function signedPdf(): Promise<{ pdf: Buffer; problem: string | null }> {
  const signer = await openPdfSigner(server)
  const now = new Date().toISOString()
  const pdf = await buffer(
    evidencePdf({
      id: '01a1fc28-2eac-7096-87c2-76a65149f25e',
      scope: { userIds: null, itemIds: null, from: null, to: null },
      asOf: now,
      madeAt: now,
      // What a brokerage may call itself must not be taken for the place of the signature.
      timeZone: 'UTC',
      about: { people: null, items: null },
      brokerage: 'Harbor /ByteRange [0 /********** /********** /**********] /Contents <00>',
      address: 'http://127.0.0.1',
      checkpoint: { number: 1, size: 0 },
      counts: {},
      people: [],
      recordsOf: none,
      owedBy: none,
      onRow: () => undefined,
      textOf: async () => Promise.resolve(undefined),
      readPicture: async () => Promise.reject(new Error('There are no pictures')),
      signer,
    }),
  )
  const pems = signer.signing.certificates.map((der) => new X509Certificate(der).toString())
  writeFileSync(at('trusted.pem'), pems.join(''))
  return { pdf, problem: signer.problem }
}

/** Looks at a file as RFC 5652 and PAdES ask, with nothing of ours: what is signed is all but the signature. */
function isSigned(pdf: Buffer): boolean {
  const text = pdf.toString('latin1')
  const [, ...numbers] =
    /\/Type \/Sig\n\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n\/Contents <([\da-f]+)>/.exec(text) ?? []
  const [before = 0, after = 0, rest = 0] = numbers.slice(0, 3).map(Number)
  if (after + rest !== pdf.length || pdf[before] !== 0x3c || pdf[after - 1] !== 0x3e) return false
  writeFileSync(at('signed'), Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]))
  writeFileSync(at('signature'), Buffer.from(numbers[3]!, 'hex'))
  const how = '-cades -binary -inform DER -purpose any -CAfile trusted.pem -partial_chain'
  const { error, status } = openssl(`cms -verify ${how} -in signature -content signed -out content`)
  if (error) throw error
  return status === 0
}

/**
 * What a reader of PDF files says, where Poppler is installed: whether it shows the signature as a good one over
 * all of the file. Where it is not, what OpenSSL says has to do.
 */
function isShownAsSigned(pdf: Buffer): boolean {
  writeFileSync(at('evidence.pdf'), pdf)
  const said = spawnSync('pdfsig', ['-nocert', 'evidence.pdf'], { cwd: folder, encoding: 'utf8' })
  if (said.error) return isSigned(pdf)
  return ['Signature is Valid', 'ETSI.CAdES.detached', 'Total document signed'].every((words) =>
    said.stdout.includes(words),
  )
}

function turned(pdf: Buffer, place: number): Buffer {
  const other = Buffer.from(pdf)
  other[place]! ^= 1
  return other
}

test('with no certificate of the operator’s one is made, and each bit of the file counts', async () => {
  const { pdf, problem } = await signedPdf()
  expect(problem).toBeNull()
  expect(isSigned(pdf)).toBe(true)
  expect(isShownAsSigned(pdf)).toBe(true)
  for (const share of [0.02, 0.3, 0.6, 0.95]) {
    const place = Math.floor(pdf.length * share)
    expect({ share, signed: isSigned(turned(pdf, place)) }).toEqual({ share, signed: false })
  }
  expect(isShownAsSigned(turned(pdf, Math.floor(pdf.length * 0.3)))).toBe(false)
  // What stands behind it is not covered, which readers see by the range.
  expect(isSigned(Buffer.concat([pdf, Buffer.from('more')]))).toBe(false)
})

test('it is one certificate until the key is changed', async () => {
  const fingerprint = async () => (await openPdfSigner(server)).certificate.fingerprint
  const [one, two] = await Promise.all([fingerprint(), fingerprint()])
  expect(one).toBe(two)
  expect((await settings()).pdf_certificate).toMatchObject({ made_by: 'portal', fingerprint: one })
  await rotateKey(server)
  expect((await settings()).pdf_certificate).toBeNull()
  expect(await fingerprint()).not.toBe(one)
})

test.each([
  { kind: 'rsa:2048', name: 'rsa.p12' },
  { kind: 'ec -pkeyopt ec_paramgen_curve:P-384', name: 'elliptic.p12' },
])('the operator’s certificate signs where one is given ($kind)', async ({ kind, name }) => {
  server.config.pdfSigning = givenBy(name, { kind })
  const { pdf, problem } = await signedPdf()
  expect(problem).toBeNull()
  expect(isSigned(pdf)).toBe(true)
  expect(isShownAsSigned(pdf)).toBe(true)
  expect(await settings()).toMatchObject({
    pdf_certificate: { made_by: 'operator', subject: 'Harbor-Realty', issuer: 'Test-Issuer' },
    pdf_problem: null,
  })
})

test('what is wrong with it is said in settings, and the portal’s own signs instead', async () => {
  const legacy = ' -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1'
  writeFileSync(at('other.p12'), 'nothing of the kind')
  for (const [pdfSigning, sentence] of [
    [
      givenBy('lapsed.p12', { days: -1 }),
      /^The certificate in PDF_SIGNING_P12 lapsed on \d{4}-\d\d-\d\d$/,
    ],
    [
      givenBy('locked.p12', { password: 'another' }),
      /^The file of PDF_SIGNING_P12 can’t be opened with PDF_SIGNING_PASSWORD$/,
    ],
    [givenBy('old.p12', { export: legacy }), /is encrypted in a way that is too old/],
    [
      { p12: at('none.p12'), password: '' },
      /^The file of PDF_SIGNING_P12 can’t be read \(ENOENT\)$/,
    ],
    [{ p12: at('other.p12'), password: '' }, /is not PKCS #12 that can be read$/],
  ] as const) {
    server.config.pdfSigning = pdfSigning
    const { pdf_problem: problem } = await settings()
    expect(problem).toMatch(sentence)
    const { pdf, problem: said } = await signedPdf()
    expect(said).toBe(problem)
    expect(isSigned(pdf)).toBe(true)
  }
})

test('a lapsed certificate breaks no pack, and the pack says so', async () => {
  server.config.pdfSigning = givenBy('late.p12', { days: -1 })
  const { id } = (await api()('POST /admin/evidence', { body: {} })).body
  const find = async () => (await api()('GET /admin/evidence/:id', { params: { id } })).body
  await vi.waitFor(async () => expect((await find()).state).toBe('ready'), EVER)
  expect((await find()).notice).toMatch(
    /^The certificate in PDF_SIGNING_P12 lapsed on [\d-]+\. The PDF is signed with the portal’s own$/,
  )
  const answer = await fetch(`${server.url}/api/v1/admin/evidence/${id}/file`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect((await verifyPack(sourceOf(bytes), {})).accepted).toBe(true)
})
