import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Format = 'png' | 'jpeg' | 'gif' | 'webp'

/** A picture whose left half is red and whose right half is blue. */
export async function pictureOf(
  width: number,
  height: number,
  format: Format = 'png',
): Promise<Buffer> {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const }
  const blue = { create: { ...half, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: Math.floor(width / 2), top: 0 }])
    .toFormat(format)
    .toBuffer()
}

/** A well-formed PNG that says it has this many pixels, and brings almost none of them. */
export function pixelFlood(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** As a browser's form sends it. */
export function pictureForm(
  content: Buffer,
  { field = 'profile_picture', name = 'me.png', type = 'image/png' } = {},
): FormData {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(content)], { type }), name)
  return form
}
