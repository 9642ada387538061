import { use, useDeferredValue, Suspense } from 'react'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import type { renderMarkdown } from '#web/ui/markdown-render.ts'
import { classes } from '#web/ui/classes.ts'

type Render = typeof renderMarkdown

// One fetch for the whole visit, started by the first text that is shown.
let renderer: Promise<Render> | undefined

function loadRenderer(): Promise<Render> {
  renderer ??= import('#web/ui/markdown-render.ts').then((module) => module.renderMarkdown)
  return renderer
}

type MarkdownProps = { source: string; className?: string }

/** Text that people wrote, cleaned and set. */
export function Markdown({ source, className }: MarkdownProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={5} />}>
      <RenderedMarkdown source={source} className={className} />
    </Suspense>
  )
}

function RenderedMarkdown({ source, className }: MarkdownProps) {
  const render = use(loadRenderer())
  const settled = useDeferredValue(source)
  return (
    <div
      className={classes('prose-desk', className)}
      // oxlint-disable-next-line react/no-danger -- cleaned by DOMPurify, a TrustedHTML object
      dangerouslySetInnerHTML={{ __html: render(settled) }}
    />
  )
}
