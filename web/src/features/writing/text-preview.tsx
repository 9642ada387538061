import { Markdown } from '#web/ui/markdown.tsx'

type PreviewProps = { rows: number; label: string; source: string; className?: string }

/** The text as its page will show it. */
export function TextPreview({ rows, label, source, className }: PreviewProps) {
  return (
    <section
      aria-label={label}
      style={{ minHeight: `calc(${rows} * 1.6em + 3.875rem)` }}
      className="rounded-md border border-line bg-surface px-4 py-3 sm:px-6 sm:py-4"
    >
      {source.trim() === '' ? (
        <p className="text-muted">Nothing is written yet.</p>
      ) : (
        <Markdown source={source} className={className} />
      )}
    </section>
  )
}
