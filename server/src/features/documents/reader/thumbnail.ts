import { openPdf } from './pdf.ts'

/** In pixels: what the list shows, on a sharp screen. */
const WIDTH = 480
const HEIGHT = 640
/** A larger picture is refused by its header, before a pixel is read. */
const MOST_PIXELS = 60_000_000
const LONGEST_SECONDS = 20

const LOADERS: Record<string, string> = {
  jpg: 'Jpeg',
  png: 'Png',
  webp: 'Webp',
  gif: 'Nsgif',
  svg: 'Svg',
}

/** A small WebP of a picture or of the first page of a PDF; null for other files. */
export async function makeThumbnail(path: string, type: string): Promise<Buffer | null> {
  if (type === 'pdf') return firstPage(path)
  return Object.hasOwn(LOADERS, type) ? smallPicture(path, LOADERS[type]!) : null
}

async function smallPicture(path: string, loader: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [`VipsForeignLoad${loader}`] })
  return sharp(path, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize(WIDTH, HEIGHT, { fit: 'inside', withoutEnlargement: loader !== 'Svg' })
    .webp({ quality: 80 })
    .timeout({ seconds: LONGEST_SECONDS })
    .toBuffer()
}

async function firstPage(path: string): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const pdf = await openPdf(path)
  const page = await pdf.getPage(1)
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(WIDTH / natural.width, HEIGHT / natural.height)
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  )
  await page.render({ canvas: canvas as never, viewport, background: 'white' }).promise
  return canvas.encode('webp', 80)
}
