import type { Announcements } from '@dnd-kit/core'

/** How to move a part by keys, said when its handle has the focus. */
export const howToDrag = (noun: string) =>
  `Press Space to lift this ${noun}, the arrow keys to move it, Space to put it down, Escape to leave it where it was.`

/** What a screen reader says while the part with one of these keys is dragged. */
export function announcementsFor(
  noun: string,
  keys: string[],
  titleAt: (index: number) => string,
): Announcements {
  const place = (key: string | number) => `${keys.indexOf(String(key)) + 1} of ${keys.length}`
  const title = (key: string | number) => titleAt(keys.indexOf(String(key)))
  return {
    onDragStart: ({ active }) => `${title(active.id)} is lifted from ${noun} ${place(active.id)}.`,
    // Lifted, it lies over its own place: that says nothing new.
    onDragOver: ({ active, over }) => {
      if (!over) return undefined
      if (over.id === active.id)
        return `${title(active.id)} is lifted from ${noun} ${place(active.id)}.`
      return `${title(active.id)} would be ${noun} ${place(over.id)}.`
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${title(active.id)} is now ${noun} ${place(over.id)}.`
        : `${title(active.id)} is back in its place.`,
    onDragCancel: ({ active }) => `${title(active.id)} stays ${noun} ${place(active.id)}.`,
  }
}
