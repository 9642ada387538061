import { useState } from 'react'
import { classes } from './classes.ts'

const sizes = {
  sm: 'size-7 text-[0.6875rem]',
  md: 'size-9 text-xs',
  lg: 'size-12 text-base',
  xl: 'size-24 text-3xl',
}

type AvatarProps = {
  name: string
  size?: keyof typeof sizes
  src?: string | null
  className?: string
}

/** Decoration beside a written name; always initials underneath, so nothing flashes or breaks. */
export function Avatar({ name, size = 'md', src, className }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const paper = paperOf(name)
  return (
    <span
      aria-hidden="true"
      className={classes(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full',
        'font-semibold tracking-wide select-none',
        sizes[size],
        className,
      )}
      style={{ background: `var(--avatar-${paper})`, color: `var(--avatar-${paper}-ink)` }}
    >
      {initialsOf(name)}
      {src && src !== brokenSrc && (
        <img
          src={src}
          alt=""
          className="absolute inset-0 size-full bg-surface object-cover"
          onError={() => setBrokenSrc(src)}
        />
      )}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => Array.from(word ?? '')[0],
  )
  return letters.join('').toUpperCase()
}

/** The same one of the six papers for a name, everywhere and every time. */
function paperOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (hash % 6) + 1
}

/** On the lower edge of an avatar. */
export function OnlineDot() {
  return (
    <span className="absolute right-0 bottom-0 size-2.5 rounded-full border-2 border-surface bg-success">
      <span className="sr-only">online</span>
    </span>
  )
}
