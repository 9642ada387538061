import type { Announcements } from '@dnd-kit/core'

export const howToDrag =
  'Press Space to lift this step, the arrow keys to move it, Space to put it down, Escape to leave it where it was.'

/** What a screen reader says while the step with one of these keys is dragged. */
export function announcementsFor(
  keys: string[],
  titleAt: (index: number) => string,
): Announcements {
  const place = (key: string | number) => `${keys.indexOf(String(key)) + 1} of ${keys.length}`
  const title = (key: string | number) => titleAt(keys.indexOf(String(key)))
  return {
    onDragStart: ({ active }) => `${title(active.id)} is lifted from step ${place(active.id)}.`,
    // Lifted, it lies over its own place: that says nothing new.
    onDragOver: ({ active, over }) => {
      if (!over) return undefined
      if (over.id === active.id)
        return `${title(active.id)} is lifted from step ${place(active.id)}.`
      return `${title(active.id)} would be step ${place(over.id)}.`
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${title(active.id)} is now step ${place(over.id)}.`
        : `${title(active.id)} is back in its place.`,
    onDragCancel: ({ active }) => `${title(active.id)} stays step ${place(active.id)}.`,
  }
}
