import { APP_ICONS } from '@frontdesk/contract/constants'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member } from '../../testing/factories.ts'
import { pictureForm } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { makeIcon } from '../../platform/pictures.ts'
import { findAppManifest, shortNameOf } from './app-manifest.ts'

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await startTestServer()
  admin = await createMember(server)
})
afterAll(async () => server.stop())

const RED = { r: 200, g: 30, b: 30 }
const PLATE = { r: 255, g: 253, b: 248 }

async function putUp(width: number, height: number): Promise<void> {
  const picture = sharp({ create: { width, height, channels: 3, background: RED } })
  const body = pictureForm(await picture.png().toBuffer(), { field: 'logo' })
  const { status } = await server.api.as(admin).raw('POST /admin/settings/logo', { body })
  expect(status).toBe(200)
}

async function iconOf(size: string) {
  const answer = await fetch(`${server.url}/api/v1/settings/icon/${size}`)
  if (answer.status !== 200) return { status: answer.status }
  const icon = sharp(Buffer.from(await answer.arrayBuffer()))
  const { data, info } = await icon.raw().toBuffer({ resolveWithObject: true })
  const at = (share: number) => {
    const start = (info.width * Math.floor(info.height / 2) + info.width * share) * info.channels
    return [...data.subarray(Math.floor(start / info.channels) * info.channels)].slice(0, 3)
  }
  return { status: 200, width: info.width, height: info.height, middle: at(0.5), edge: at(0.02) }
}

const isNear = (colour: number[] | undefined, { r, g, b }: typeof RED) =>
  [r, g, b].every((value, n) => Math.abs(value - colour![n]!) < 8)

test('a logo is the icon, whole, on a plate of paper', async () => {
  expect((await iconOf('192')).status).toBe(404)
  await putUp(90, 60)
  for (const name of ['180', ...APP_ICONS]) {
    const size = Number(name.replace('maskable-', ''))
    const icon = await iconOf(name)
    expect(icon).toMatchObject({ status: 200, width: size, height: size })
    expect(isNear(icon.middle, RED), name).toBe(true)
    expect(isNear(icon.edge, PLATE), name).toBe(true)
  }
  expect((await iconOf('64')).status).toBe(400)
})

test('many icons that are made at once are all made', async () => {
  const square = { width: 80, height: 80, channels: 3, background: RED } as const
  const logo = await sharp({ create: square }).webp().toBuffer()
  // Each worker begins while the others are in the middle of theirs.
  const worker = async () => {
    for (let round = 0; round < 60; round += 1) {
      expect(await makeIcon(logo, { size: 32, share: 0.8 })).not.toBeNull()
    }
  }
  await Promise.all(Array.from({ length: 11 }, worker))
})

test('another logo is another icon at once, at another address', async () => {
  await putUp(90, 60)
  const before = JSON.stringify(await findAppManifest(server.db))
  expect((await iconOf('192')).middle).toBeDefined()
  const blue = { r: 20, g: 20, b: 200 }
  const picture = sharp({ create: { width: 50, height: 50, channels: 3, background: blue } })
  const body = pictureForm(await picture.png().toBuffer(), { field: 'logo' })
  await server.api.as(admin).raw('POST /admin/settings/logo', { body })
  expect(isNear((await iconOf('192')).middle, blue)).toBe(true)
  expect(JSON.stringify(await findAppManifest(server.db))).not.toBe(before)
})

test('the manifest says what the settings say', async () => {
  const brand = { brokerage_name: 'Harbor & Pine Realty of Maine', accent: '#7a3b22' }
  await server.api.as(admin)('PUT /admin/settings', { body: brand })
  expect(await findAppManifest(server.db)).toMatchObject({
    id: '/',
    name: 'Harbor & Pine Realty of Maine',
    short_name: 'Harbor & Pine',
    start_url: '/dashboard',
    display: 'standalone',
    theme_color: '#7a3b22',
  })
})

test('below the icon stand the words of the name that fit', () => {
  const short = {
    'Harbor & Pine': 'Harbor & Pine',
    'Harbor & Pine Realty': 'Harbor & Pine',
    'Harborview & Pine Realty': 'Harborview',
    'Smith, Jones and Partners': 'Smith, Jones',
    'Brooks – Lakeside Homes': 'Brooks',
    'The Agency of Portland': 'The Agency',
    'Lakeside Homes': 'Lakeside Homes',
    'Lakeside Homess': 'Lakeside',
    Immobiliengesellschaft: 'Front Desk',
    'The Immobiliengesellschaft': 'The',
  }
  const made = Object.fromEntries(Object.keys(short).map((name) => [name, shortNameOf(name)]))
  expect(made).toEqual(short)
})

test('the manifest has icons of each size, maskable ones among them', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of it
  const { icons } = (await findAppManifest(server.db)) as {
    icons: { sizes: string; purpose: string }[]
  }
  const sizesOf = (purpose: string) =>
    icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => Number(sizes.split('x')[0]))
  expect(sizesOf('any')).toEqual([48, 72, 96, 128, 144, 192, 256, 384, 512])
  expect(sizesOf('maskable')).toEqual([192, 512])
})
