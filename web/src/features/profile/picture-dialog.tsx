import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { dataUrlOf } from '#web/lib/files.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure, ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useUploadPicture } from './profile.api.ts'

type PictureDialogProps = { file: File; onClose: () => void }

/** Cuts a chosen picture to a square, and uploads that. */
export function PictureDialog({ file, onClose }: PictureDialogProps) {
  const picture = usePicture(file)
  const [crop, setCrop] = useState(centred)
  const upload = useUploadPicture()
  const save = async () => {
    if (!picture.image) return
    try {
      await upload.mutateAsync(await croppedPicture(picture.image, crop))
      toast.success('Your picture is saved.')
      onClose()
    } catch {
      // The panel below says why.
    }
  }
  const { image } = picture
  const size = image && { width: image.naturalWidth, height: image.naturalHeight }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !upload.isPending) onClose()
      }}
      title="Your picture"
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={upload.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!image}
            busy={upload.isPending}
            busyLabel="Saving…"
            onClick={() => void save()}
          >
            Save Picture
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <CallFailure of={upload} title="Failed to upload profile picture" />
        {picture.failed && (
          <ErrorPanel title="Failed to upload profile picture">
            This file can’t be shown as a picture. Please choose a PNG, JPG or GIF.
          </ErrorPanel>
        )}
        {image && size && (
          <PictureCropper src={image.src} size={size} crop={crop} onChange={setCrop} />
        )}
        {!image && !picture.failed && (
          <Skeleton className="size-64 justify-self-center rounded-lg sm:size-72" />
        )}
      </div>
    </Dialog>
  )
}

function usePicture(file: File) {
  const [state, setState] = useState<{ image?: HTMLImageElement; failed: boolean }>({
    failed: false,
  })
  useEffect(() => {
    let wanted = true
    loadPicture(file).then(
      (image) => wanted && setState({ image, failed: false }),
      () => wanted && setState({ failed: true }),
    )
    return () => {
      wanted = false
    }
  }, [file])
  return state
}

/** Twice what the server keeps; a photograph of 12 megapixels becomes some 200 KB on the way. */
const MOST_SIDE = 1024

/** Loads a chosen file. @throws where the browser can't show it */
async function loadPicture(file: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = await dataUrlOf(file)
  await image.decode()
  return image
}

/** The chosen square as a JPEG. */
async function croppedPicture(image: HTMLImageElement, crop: Crop): Promise<Blob> {
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

type PictureCropperProps = {
  src: string
  size: Size
  crop: Crop
  onChange: (crop: Crop) => void
}

const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const STEP = 12

/** The square that will be seen: the picture is moved under a round window. */
function PictureCropper({ src, size, crop, onChange }: PictureCropperProps) {
  const window = useRef<HTMLButtonElement>(null)
  const last = useRef<{ x: number; y: number } | null>(null)
  const move = (dx: number, dy: number) => {
    const side = window.current?.clientWidth ?? 1
    onChange(dragged(size, crop, { dx, dy, side }))
  }
  const drag = (event: PointerEvent) => {
    if (!last.current) return
    const { clientX: x, clientY: y } = event
    const { x: fromX, y: fromY } = last.current
    last.current = { x, y }
    move(x - fromX, y - fromY)
  }
  const step = (event: KeyboardEvent) => {
    const [x, y] = steps[event.key] ?? [0, 0]
    if (x === 0 && y === 0) return
    event.preventDefault()
    move(x * STEP, y * STEP)
  }
  const end = () => {
    last.current = null
  }
  return (
    <div className="grid justify-items-center gap-5">
      <button
        type="button"
        ref={window}
        aria-label="Your picture. Drag it, or move it with the arrow keys."
        className="relative size-64 cursor-grab touch-none overflow-hidden rounded-lg border border-line bg-sunken active:cursor-grabbing sm:size-72"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={step}
        onWheel={(event) =>
          onChange(withinPicture(size, { ...crop, zoom: crop.zoom * 1.0015 ** -event.deltaY }))
        }
      >
        <img
          src={src}
          alt=""
          draggable={false}
          className="absolute max-w-none select-none"
          style={placeOf(size, crop)}
        />
        <span className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_100vmax_var(--scrim)]" />
      </button>
      <label className="flex w-full max-w-72 items-center gap-3 text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.01}
          value={crop.zoom}
          onChange={(event) =>
            onChange(withinPicture(size, { ...crop, zoom: Number(event.target.value) }))
          }
          className="h-6 min-w-0 grow"
        />
      </label>
    </div>
  )
}

/** Where the whole picture lies around the window, in shares of the window. */
function placeOf(size: Size, { x, y, zoom }: Crop) {
  const side = sideOf(size, zoom)
  const percent = (pixels: number) => `${(pixels / side) * 100}%`
  return {
    width: percent(size.width),
    height: percent(size.height),
    left: percent(side / 2 - x * size.width),
    top: percent(side / 2 - y * size.height),
  }
}

/** How a picture lies under a square window: `zoom` 1 just fills it, and `x`, `y` in 0 to 1 is the point of it in the middle. */
type Crop = { x: number; y: number; zoom: number }

type Size = { width: number; height: number }

const MOST_ZOOM = 4
export const centred: Crop = { x: 0.5, y: 0.5, zoom: 1 }

/** Side of the square that the window shows, in the picture's own pixels. */
export function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom
}

/** The same, moved so that the window shows nothing beside the picture. */
export function withinPicture(size: Size, crop: Crop): Crop {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, crop.zoom))
  const side = sideOf(size, zoom)
  const within = (place: number, length: number) => {
    const margin = side / 2 / length
    return Math.min(1 - margin, Math.max(margin, place))
  }
  return { x: within(crop.x, size.width), y: within(crop.y, size.height), zoom }
}

/** The crop after a drag over a window of `side` pixels on the screen. */
export function dragged(
  size: Size,
  crop: Crop,
  drag: { dx: number; dy: number; side: number },
): Crop {
  const scale = sideOf(size, crop.zoom) / drag.side
  return withinPicture(size, {
    ...crop,
    x: crop.x - (drag.dx * scale) / size.width,
    y: crop.y - (drag.dy * scale) / size.height,
  })
}
