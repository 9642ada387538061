/** Where things that are under way are to stand, by their numbers. */
export type Places = ReadonlyMap<number, number>

const GENERIC =
  /^(?:image|img|dsc|pxl|photo|picture|screenshot|screen ?shot|bild|unnamed|untitled|download)?[\s\d_.,:()-]*(?:at|am|pm)?[\s\d_.,:()-]*(?:am|pm)?$/i

/** What a file's name says of the picture; nothing where a camera or a system named it. */
export function wordsFrom(fileName: string): string {
  const words = fileName
    .replace(/\.\w+$/, '')
    .replaceAll('_', ' ')
    .trim()
  return GENERIC.test(words) ? '' : words
}

/** The lines of these begin with signs that a line below would not have. */
const HAS_FORM = /^\s*(?:[-*+>|#]|\d+[.)])/

/** What stands in the source for a picture that comes at a place: by itself where that is the end of a line. */
export function pictureBetween(before: string, after: string, source: string, words: string) {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const rest = after.split('\n', 1)[0]!
  const isAlone = rest.trim() === '' && !HAS_FORM.test(line)
  const gap = isAlone ? '\n\n' : ' '
  const lead = line.trim() === '' || (!isAlone && /\s$/.test(line)) ? '' : gap
  const begins = line.trim() === '' ? '\n\n' : ' '
  const tail = rest.trim() === '' || (begins === ' ' && /^\s/.test(rest)) ? '' : begins
  return `${lead}![${words.replaceAll(/[[\]\\\n]/g, ' ')}](${source})${tail}`
}

/** Where places of a text are after it was changed; what is written at one comes behind it. */
export function movedPlaces(places: Places, before: string, after: string): Map<number, number> {
  if (before === after) return new Map(places)
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same++
  let sameEnd = 0
  while (sameEnd < most - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd++
  const changedTo = before.length - sameEnd
  return new Map(
    [...places].map(([id, place]) => {
      if (place <= same) return [id, place]
      return [id, place >= changedTo ? place + after.length - before.length : same]
    }),
  )
}
