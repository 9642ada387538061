type Line = { typed: string; printed?: never } | { printed: string; typed?: never }

/** What is typed into a terminal, and what comes back. */
export function Terminal({ lines }: { lines: Line[] }) {
  return (
    <pre className="rounded-lg border border-line bg-sunken px-5 py-4 font-mono text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">
      {lines.map((line) =>
        line.typed ? (
          <code key={line.typed} className="block">
            <span className="text-accent select-none">$ </span>
            {line.typed}
          </code>
        ) : (
          <samp key={line.printed} className="block text-muted">
            {line.printed}
          </samp>
        ),
      )}
    </pre>
  )
}
