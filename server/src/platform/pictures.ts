import type { Sharp, SharpOptions } from 'sharp'

/** What is kept of a picture: a square to look at and one for lists, both WebP. */
export interface ProfilePicture {
  large: Buffer
  small: Buffer
}

const LARGE = 512
const SMALL = 96
/** Twice the largest that a screen shows it. */
const LOGO = { width: 640, height: 192 }

/** More than any telephone's camera has. A larger one is refused by its header, before a pixel is read. */
const MOST_PIXELS = 60_000_000
const LONGEST_SECONDS = 15

/** Its message is what the person reads. */
export class PictureError extends Error {}

const NOT_A_PICTURE = 'Please choose a PNG, JPG, GIF or WebP picture'
const BROKEN = 'This picture is damaged and cannot be shown. Please choose another'
const TOO_MANY_PIXELS =
  'This picture is too large to be opened. Please choose one of at most 60 megapixels'

let waiting: Promise<unknown> = Promise.resolve()

/**
 * Makes the two squares from a file, one file at a time, so that many at once don't take the memory.
 * Nothing but pixels goes into them: no place, camera or author.
 * @throws PictureError for what is not a whole picture of a sensible size
 */
export async function makeProfilePicture(path: string): Promise<ProfilePicture> {
  return inTurn(path, async (image, open) => {
    const large = await squareOf(image, LARGE).toBuffer()
    return { large, small: await squareOf(open(large), SMALL).toBuffer() }
  })
}

/**
 * Makes a logo from a file, in the same way: as wide as it is, within a box, WebP.
 * @throws PictureError for what is not a whole picture of a sensible size
 */
export async function makeLogo(path: string): Promise<Buffer> {
  const box = { ...LOGO, fit: 'inside', withoutEnlargement: true } as const
  return inTurn(path, async (image) => asWebp(image.resize(box)).toBuffer())
}

/** As wide as a text on a large screen, twice; no longer than a few screens. */
const TEXT_BOX = { width: 1600, height: 4000, fit: 'inside', withoutEnlargement: true } as const
/** A moving picture of more stands still. */
const MOST_FRAMES = 300
/** What is drawn, such as a screenshot, may be smaller whole than at a loss. */
const DRAWN = new Set(['png', 'gif'])

/** A picture for a text, as WebP, with its size in pixels. */
export interface TextPicture {
  content: Buffer
  width: number
  height: number
}

/**
 * Makes a picture for a text from a file, in the same way: one that moves goes on moving.
 * @throws PictureError for what is not a whole picture of a sensible size
 */
export async function makeTextPicture(path: string): Promise<TextPicture> {
  return inTurn(path, async (still, open) => {
    const { format, pages = 1, width, height } = await open(path).metadata()
    const moves = pages > 1 && pages <= MOST_FRAMES && width * height * pages <= MOST_PIXELS
    const image = moves
      ? open(path, { animated: true, limitInputPixels: MOST_PIXELS, failOn: 'error' })
      : still
    const made = image.resize(TEXT_BOX)
    const lossy = await asWebp(made.clone()).toBuffer({ resolveWithObject: true })
    const whole =
      !moves && DRAWN.has(format)
        ? await made
            .clone()
            .webp({ lossless: true })
            .timeout({ seconds: LONGEST_SECONDS })
            .toBuffer({ resolveWithObject: true })
        : lossy
    const { data, info } = whole.data.length <= lossy.data.length ? whole : lossy
    return { content: data, width: info.width, height: info.pageHeight ?? info.height }
  })
}

/** One of our own pictures for a document that has no WebP. */
export async function asPng(picture: Buffer): Promise<Buffer> {
  const open = await imageLibrary()
  return open(picture).png().timeout({ seconds: LONGEST_SECONDS }).toBuffer()
}

/** The same as JPEG, on white, and still: for paper. */
export async function asJpeg(picture: Buffer): Promise<Buffer> {
  const open = await imageLibrary()
  return open(picture)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84 })
    .timeout({ seconds: LONGEST_SECONDS })
    .toBuffer()
}

/** What is wider or higher than so many times the other would be a thread in a square. */
const MOST_STRETCHED = 2.5
/** As wherever a logo lies: most are drawn for paper. */
const PLATE = '#fffdf8'

/** A square icon of one of our own pictures as PNG, `share` of it the picture; null for one too long for a square. */
export async function makeIcon(
  picture: Buffer,
  { size, share }: { size: number; share: number },
): Promise<Buffer | null> {
  const open = await imageLibrary()
  const { width, height } = await open(picture).metadata()
  if (Math.max(width / height, height / width) > MOST_STRETCHED) return null
  const inner = Math.round(size * share)
  const before = Math.floor((size - inner) / 2)
  const after = size - inner - before
  return open(picture)
    .flatten({ background: PLATE })
    .resize(inner, inner, { fit: 'contain', background: PLATE })
    .extend({ top: before, left: before, bottom: after, right: after, background: PLATE })
    .png()
    .timeout({ seconds: LONGEST_SECONDS })
    .toBuffer()
}

type Open = Awaited<ReturnType<typeof imageLibrary>>
type Make<T> = (image: Sharp, open: Open) => Promise<T>

async function inTurn<T>(path: string, make: Make<T>): Promise<T> {
  const made = waiting.then(() => decode(path, make))
  waiting = made.catch(() => undefined)
  return made
}

async function decode<T>(path: string, make: Make<T>): Promise<T> {
  const open = await imageLibrary()
  const options: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error' }
  try {
    await open(path, options).metadata()
  } catch (error) {
    throw refusalOf(error, NOT_A_PICTURE)
  }
  try {
    // Turned as the camera was held: that note goes with the rest of the metadata.
    return await make(open(path, options).autoOrient(), open)
  } catch (error) {
    throw refusalOf(error, BROKEN)
  }
}

const squareOf = (image: Sharp, size: number) => asWebp(image.resize(size, size, { fit: 'cover' }))

const asWebp = (image: Sharp) => image.webp({ quality: 84 }).timeout({ seconds: LONGEST_SECONDS })

function refusalOf(error: unknown, otherwise: string): PictureError {
  const says = error instanceof Error ? error.message : ''
  return new PictureError(/pixel limit/i.test(says) ? TOO_MANY_PIXELS : otherwise, { cause: error })
}

let library: ReturnType<typeof fetchLibrary> | undefined

/** Fetched with the first picture, once: while its rules are being set, it refuses every format. */
async function imageLibrary() {
  library ??= fetchLibrary()
  return library
}

/** It may read the four formats and nothing else. */
async function fetchLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
  })
  return sharp
}
