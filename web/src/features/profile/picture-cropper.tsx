import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { type Crop, dragged, MOST_ZOOM, sideOf, type Size, withinPicture } from './crop.ts'

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
export function PictureCropper({ src, size, crop, onChange }: PictureCropperProps) {
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
