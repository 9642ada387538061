import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.stop())

const COMMON = 'This password is on the list of the most common ones. Please choose another'
const REPEATS = 'This password repeats itself and is easy to guess. Please choose another'
const ROW =
  'This password follows a row of letters, digits or keys and is easy to guess. Please choose another'
const WORDS =
  'This password is easy to guess. A few words that have nothing to do with each other are not'
const OURS = 'Please choose a password that is not the name of the brokerage or of this program'
const OWN = 'Please choose a password that is not your own name or email address'
const SHORT = 'Password must be at least 8 characters long'
const LONG = 'Password must be at most 256 characters long'

/** So many characters without any order that a guesser would try. */
const VARIED = (length: number, first = 97) =>
  Array.from({ length }, (_, n) => String.fromCodePoint(first + ((n * n * 7 + n * 5) % 23))).join(
    '',
  )

async function signUp(password: unknown, person: Record<string, string> = {}) {
  const email = person.email ?? `p-${uuidv7()}@brokerage.example`
  const { status, body } = await server.api.raw('POST /auth/signup', {
    body: { first_name: 'Rosalind', last_name: 'Achterberg', ...person, email, password },
  })
  return { status, error: body.error, fields: body.fields, email }
}

async function signInStatus(email: string, password: string): Promise<number> {
  return (await server.api.raw('POST /auth/login', { body: { email, password } })).status
}

test.each([
  ['8 letters', 'xkqvjwzp'],
  ['8 digits', '83927164'],
  ['8 emoji', '🏠🔑📄🖊️🌿☕🚪'],
  ['words with spaces', 'four keys on a ring'],
  ['spaces at both ends', '  a quiet hall  '],
  ['Arabic', 'مفتاح تحت السجادة'],
  ['Chinese', '门卫把钥匙放在这里'],
  ['SQL and quotes', `'; drop table users; --"\\`],
  ['a NUL and control characters', 'a\0b\u0001c\td\ne'],
  ['256 letters', VARIED(256)],
  ['256 characters outside the first plane', VARIED(256, 0x1d4b3)],
])('%s are a password: nothing is asked but the length', async (_, password) => {
  const { status, email } = await signUp(password)
  expect(status).toBe(201)
  expect(await signInStatus(email, password)).toBe(200)
})

test('every character counts, at 256 the last one too, and the letter case', async () => {
  const long = VARIED(255, 0x1d4b3)
  const { email } = await signUp(`${long}𝒴`)
  expect(await signInStatus(email, `${long}𝒵`)).toBe(401)
  expect(await signInStatus(email, long)).toBe(401)
  expect(await signInStatus(email, `${long}𝒴 `)).toBe(401)
  const short = await signUp('  A quiet hall ')
  expect(await signInStatus(short.email, 'A quiet hall')).toBe(401)
  expect(await signInStatus(short.email, '  a quiet hall ')).toBe(401)
  expect(await signInStatus(short.email, '  A quiet hall ')).toBe(200)
})

test('the same word from another keyboard fits', async () => {
  const { email } = await signUp('caf\u00e9 au lait')
  expect(await signInStatus(email, 'cafe\u0301 au lait')).toBe(200)
})

test.each([
  ['', SHORT],
  ['7 chars', SHORT],
  ['🏠🔑📄🖊🌿☕🚪', SHORT],
  ['q'.repeat(257), LONG],
  ['𝒳'.repeat(257), LONG],
  ['well-formed? \ud800', 'This password contains characters that cannot be typed'],
])('%j has the wrong length or form and is refused with the reason', async (password, reason) => {
  expect(await signUp(password)).toMatchObject({
    status: 422,
    error: reason,
    fields: { password: reason },
  })
})

test.each([
  'password',
  'Password',
  'PASSWORD1',
  '12345678',
  '123456789',
  'qwertyuiop',
  '1qaz2wsx',
  'iloveyou',
  'baseball',
  'sunshine',
  'trustno1',
  // Full-width letters and digits are the same ones.
  'ｐａｓｓｗｏｒｄ',
  '１２３４５６７８',
])('%s is among the commonest and refused with the reason', async (password) => {
  expect(await signUp(password)).toMatchObject({ status: 422, error: COMMON })
})

test.each([
  ['00000000', REPEATS],
  ['aaaaaaaa', REPEATS],
  ['11111111', COMMON],
  ['abcabcabcabc', REPEATS],
  ['        ', REPEATS],
  [' '.repeat(12), REPEATS],
  ['q'.repeat(255) + 'z', REPEATS],
  ['abcdefgh', ROW],
  ['zyxwvutsr', ROW],
  ['2468101214', WORDS],
  ['87654321', COMMON],
  ['Summer2024', WORDS],
  ['Spring2025!', WORDS],
  ['P@ssw0rd2024', WORDS],
  ['green door', WORDS],
])('%j is easy to guess and refused with the reason', async (password, reason) => {
  expect(await signUp(password)).toMatchObject({ status: 422, error: reason })
})

test('the names of the program and of the brokerage are no passwords', async () => {
  const settings = { brokerage_name: 'Pine & Harbour Realty' }
  await server.db.updateTable('settings').set(settings).execute()
  for (const password of [
    'frontdesk',
    'Front Desk 26',
    'PineHarbourRealty',
    'Pine & Harbour Realty',
    'pineharbourrealty',
    'Harbour2024!',
  ]) {
    expect(await signUp(password)).toMatchObject({ status: 422, error: OURS })
  }
  expect((await signUp('a harbour without pines in it')).status).toBe(201)
})

test('others are answered while the longest and oddest password is looked at', async () => {
  const odd = signUp('@4(1!|$5'.repeat(32))
  const answered = await server.api.raw('GET /settings/public')
  expect(answered.status).toBe(200)
  expect((await odd).status).toBeLessThan(500)
})

test.each([
  'Rosalind',
  'rosalind achterberg',
  'ACHTERBERG1985',
  'achterbergrosalind!',
  'r.achterberg@brokerage.example',
  'r.achterberg',
  'R_Achterberg_2026',
  'brokerage123',
])('%s is mostly what she is called and refused with the reason', async (password) => {
  const email = 'r.achterberg@brokerage.example'
  expect(await signUp(password, { email })).toMatchObject({ status: 422, error: OWN })
})

test('one word of hers within a longer sentence is fine', async () => {
  expect((await signUp('Rosalind keeps nine grey herons')).status).toBe(201)
  expect((await signUp('anna bo', { first_name: 'Bo', last_name: 'Li' })).error).toBe(SHORT)
  expect((await signUp('bo hears lightning', { first_name: 'Bo', last_name: 'Li' })).status).toBe(
    201,
  )
})

test.each([[undefined], [null], [12_345_678], [true], [['a long password']], [{ a: 'password' }]])(
  'a password that is %j is malformed, at sign-up and at sign-in',
  async (password) => {
    expect((await signUp(password)).status).toBe(400)
    const signIn = await server.api.raw('POST /auth/login', {
      body: { email: 'someone@brokerage.example', password },
    })
    expect(signIn.status).toBe(400)
  },
)

test('the database holds argon2id hashes with their own salt, and nothing of the password', async () => {
  const password = 'two people chose this one'
  await signUp(password)
  await signUp(password)
  const people = await server.db
    .selectFrom('users')
    .select('password_hash')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const hashes = people.map((person) => person.password_hash)
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
