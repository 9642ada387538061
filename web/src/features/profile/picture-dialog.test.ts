import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centred, dragged, sideOf, withinPicture } from './picture-dialog.tsx'

const size = fc.record({
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
})
const crop = fc.record({
  x: fc.double({ min: -2, max: 3, noNaN: true }),
  y: fc.double({ min: -2, max: 3, noNaN: true }),
  zoom: fc.double({ min: 0, max: 9, noNaN: true }),
})

test('whatever is asked for, the square lies within the picture', () => {
  fc.assert(
    fc.property(size, crop, (picture, wanted) => {
      const { x, y, zoom } = withinPicture(picture, wanted)
      const half = sideOf(picture, zoom) / 2
      const slack = 1e-6 * Math.max(picture.width, picture.height)
      expect(x * picture.width - half).toBeGreaterThanOrEqual(-slack)
      expect(x * picture.width + half).toBeLessThanOrEqual(picture.width + slack)
      expect(y * picture.height - half).toBeGreaterThanOrEqual(-slack)
      expect(y * picture.height + half).toBeLessThanOrEqual(picture.height + slack)
    }),
  )
})

test('a drag moves the picture by as much as the pointer', () => {
  const wide = { width: 2000, height: 1000 }
  const moved = dragged(wide, centred, { dx: 50, dy: 0, side: 200 })
  // The window is 1000 pixels of the picture: 50 of 200 on the screen are 250 of them.
  expect(moved.x * 2000).toBeCloseTo(750)
  expect(moved.y).toBe(0.5)
  expect(dragged(wide, centred, { dx: -9999, dy: 9999, side: 200 })).toEqual({
    x: 0.75,
    y: 0.5,
    zoom: 1,
  })
})
