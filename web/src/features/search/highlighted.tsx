import { highlight } from './highlight.ts'

/** A text with what was looked for marked in it. */
export function Highlighted({ text, query }: { text: string; query: string }) {
  return highlight(text, query).map((piece, at) =>
    piece.isHit ? (
      <mark key={at} className="rounded-[2px] bg-warning-soft text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
