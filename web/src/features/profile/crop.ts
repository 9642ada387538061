/** How a picture lies under a square window: `zoom` 1 just fills it, and `x`, `y` in 0 to 1 is the point of it in the middle. */
export type Crop = { x: number; y: number; zoom: number }

export type Size = { width: number; height: number }

export const MOST_ZOOM = 4
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
