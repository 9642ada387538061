/** No engine runs here: what compose.yaml says is held against the Dockerfile, the docs and itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './run.mjs'

interface Service {
  profiles?: string[]
  volumes?: string[]
  ports?: string[]
  networks: string[] | Record<string, { ipv4_address: string }>
  environment?: string[]
  [more: string]: unknown
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { services, networks, volumes } = parse(read('compose.yaml')) as {
  services: Record<string, Service>
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>
  volumes: Record<string, null>
}
const desk = services['front-desk']!
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, it]) => it!)
const [, chapter = ''] = read('docs/operating.md').split('### With compose')
const [withCompose = ''] = chapter.split('\n## ')

test('every setting reaches the server, but those that are fixed or stand in for others in tests', () => {
  const settings = all(read('server/src/config.ts'), /^ {2}([A-Z][A-Z\d_]+): /gm)
  expect(settings.length).toBeGreaterThan(20)
  const fixed = new Set(['DATA_DIR', 'HOST', 'PORT', 'PUSH_SERVICE_BASE', 'STRIPE_API_BASE'])
  const passed = desk.environment!.map((line) => line.split('=')[0]!)
  expect(passed).toEqual(settings.filter((name) => !fixed.has(name)).toSorted())
  // As compose takes a line without a value: the one of `.env`, and none where that has none.
  expect(desk.environment!.filter((line) => line.includes('='))).toEqual([
    expect.stringMatching(/^TRUST_PROXY=/),
  ])
})

test('profiles are those of the docs, and the server alone needs none', () => {
  const profiles = Object.values(services).flatMap((service) => service.profiles ?? [])
  expect(all(withCompose, /^\| `(\w+)` \|/gm).toSorted()).toEqual(profiles.toSorted())
  const used = all(withCompose, /--profile (\w+)/g)
  expect(used.toSorted()).toEqual(profiles.toSorted())
  expect(desk.profiles).toBeUndefined()
})

test('the addresses that the docs give are services that have them', () => {
  const hosts = all(withCompose, /`(?:DATABASE_URL=\S+?@|STORAGE_URL=\S+endpoint=http:\/\/)(\w+)/g)
  expect(hosts).toEqual(['postgres', 's3'])
  for (const host of hosts) expect(services[host]!.networks).toEqual(desk.networks)
  expect(withCompose).toContain('@front-desk?endpoint')
  expect(services['s3']!.volumes).toEqual([`files:/srv/front-desk`])
})

test('only the proxy is believed, at an address of the network that it alone has', () => {
  const [, address] = /^TRUST_PROXY=\$\{TRUST_PROXY:-([\d.]+)\}$/m.exec(
    desk.environment!.find((line) => line.startsWith('TRUST_PROXY'))!,
  )!
  expect(services['caddy']!.networks).toEqual({ desk: { ipv4_address: address } })
  const [{ subnet }] = networks['desk']!.ipam.config as [{ subnet: string }]
  expect(subnet).toBe(address!.replace(/\.\d+$/, '.0/24'))
  expect(services['caddy']!['command']).toMatch(/--to front-desk:3000$/)
})

test('it runs as strictly as the docs say, and nobody else gets at its port', () => {
  expect(desk).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    ports: ['127.0.0.1:3000:3000'],
    volumes: ['data:/data'],
    restart: 'unless-stopped',
  })
  const grace = Number.parseInt(String(desk['stop_grace_period']), 10)
  const [, atMost] = /STOP_WITHIN_MS = (\d+)/.exec(read('server/src/run.ts'))!
  expect(grace * 1000).toBeGreaterThan(Number(atMost))
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toMatch(/^EXPOSE 3000$/m)
  expect(dockerfile).toMatch(/^VOLUME \/data$/m)
  expect(dockerfile).toMatch(/^ENV .*\bDATA_DIR=\/data$/m)
})

test('the label of the image is the version that it holds', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(read('Dockerfile')).toContain(`\nARG VERSION=${version}\n`)
})

test('every volume is one of the list, and belongs to one service', () => {
  const used = Object.values(services).flatMap((service) => service.volumes ?? [])
  const names = used.map((volume) => volume.split(':')[0]!)
  expect(names.toSorted()).toEqual(Object.keys(volumes).toSorted())
})
