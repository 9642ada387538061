import { useEffect, useState } from 'react'
import { classes } from './classes.ts'
import { loadRenderer, Markdown } from './markdown.tsx'

/** A sign, or the beginning of a line, that Markdown takes for more than itself; rather too many than too few. */
const SIGNS = /[*_`~#>[\]|<&\\@]|:\/\/|www\.|^(?: {4}|\t)|^\s*(?:[-+]|\d+[.)])\s|^\s*[-=]+\s*$/im

/** Most people write plain words about themselves: those need no code to be set. */
export const isPlain = (source: string) => !SIGNS.test(source)

type BioProps = { source: string; className?: string }

/** What somebody says of themselves, as Markdown. */
export function Bio({ source, className }: BioProps) {
  const words = <PlainBio source={source} className={className} />
  if (isPlain(source)) return words
  return (
    <Markdown source={source} className={classes('wrap-anywhere', className)} fallback={words} />
  )
}

const PlainBio = ({ source, className }: BioProps) => (
  <div className={classes('prose-desk wrap-anywhere whitespace-pre-line', className)}>
    {source
      .trim()
      .split(/\n\s*\n/)
      .map((words, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no names, and stay in their order
        <p key={at}>{words}</p>
      ))}
  </div>
)

/** Whether a bio can be shown as it is set, for a page on which it would move something; also where that has failed. */
export function useBioIsReady(source: string): boolean {
  const isNeeded = !isPlain(source)
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    if (!isNeeded) return
    const be = () => setIsHere(true)
    loadRenderer().then(be, be)
  }, [isNeeded])
  return !isNeeded || isHere
}
