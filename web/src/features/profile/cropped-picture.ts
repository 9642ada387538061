import { dataUrlOf } from '#web/lib/data-url.ts'
import { type Crop, sideOf } from './crop.ts'

/** Twice what the server keeps; a photograph of 12 megapixels becomes some 200 KB on the way. */
const MOST_SIDE = 1024

/** Loads a chosen file. @throws where the browser can't show it */
export async function loadPicture(file: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = await dataUrlOf(file)
  await image.decode()
  return image
}

/** The chosen square as a JPEG. */
export async function croppedPicture(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const { naturalWidth: width, naturalHeight: height } = image
  const side = sideOf({ width, height }, crop.zoom)
  const target = Math.max(1, Math.min(MOST_SIDE, Math.round(side)))
  const canvas = globalThis.document.createElement('canvas')
  canvas.width = target
  canvas.height = target
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw')
  // JPEG has no transparency: what shines through is white paper.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, target, target)
  context.imageSmoothingQuality = 'high'
  const [left, top] = [crop.x * width - side / 2, crop.y * height - side / 2]
  context.drawImage(image, left, top, side, side, 0, 0, target, target)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      'image/jpeg',
      0.92,
    )
  })
}
