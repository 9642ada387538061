import { useRouter } from '@tanstack/react-router'
import {
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { SkeletonLines } from './skeleton.tsx'
import type { renderMarkdown } from './markdown-render.ts'
import { classes } from './classes.ts'

type Render = typeof renderMarkdown

// One fetch for the whole visit, started by the first text that is shown.
let renderer: Promise<Render> | undefined

/** Also for a page that knows that it will need it. */
export function loadRenderer(): Promise<Render> {
  renderer ??= import('./markdown-render.ts').then((module) => module.renderMarkdown)
  return renderer
}

// Most texts have no pictures.
const TextPictures = lazy(async () => {
  const { TextPictures: component } = await import('./text-pictures.tsx')
  return { default: component }
})

type MarkdownProps = {
  source: string
  className?: string
  /** Whether it was said in a conversation, which has no pictures in its text. */
  isSaid?: boolean
  /** What stands there until the text can be set: a few lines without words where nothing is said. */
  fallback?: ReactNode
  /** Called with the text each time that it has been set; each block then has its number, as `data-block`. */
  onSet?: (text: HTMLElement) => void
}

/** Text that people wrote, cleaned and set. */
export function Markdown({ fallback, ...text }: MarkdownProps) {
  return (
    <Suspense fallback={fallback ?? <SkeletonLines lines={5} />}>
      <MarkdownInPlace {...text} />
    </Suspense>
  )
}

/** The same where what is around it waits for it: nothing that follows it moves when it comes. */
export function MarkdownInPlace({
  source,
  className,
  isSaid,
  onSet,
}: Omit<MarkdownProps, 'fallback'>) {
  const render = use(loadRenderer())
  const settled = useDeferredValue(source)
  const text = useRef<HTMLDivElement>(null)
  const kind = isSaid ? 'said' : onSet ? 'numbered' : 'text'
  // The same object while the text is the same: a new one would be set anew, and what was marked in it lost.
  const html = useMemo(() => ({ __html: render(settled, kind) }), [render, settled, kind])
  useEffect(() => {
    if (html && text.current) onSet?.(text.current)
  }, [html, onSet])
  const [frames, setFrames] = useState<HTMLElement[]>([])
  useLayoutEffect(() => {
    if (!html || !text.current) return
    const found = [...text.current.querySelectorAll<HTMLElement>('[data-picture]')]
    setFrames((before) => (found.length + before.length > 0 ? found : before))
  }, [html])
  const router = useRouter()
  /** A link to this site goes there as all others of the app do, without loading it anew. */
  const follow = (event: MouseEvent<HTMLElement>) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
    if (!link || !isPlain) return
    event.preventDefault()
    void router.navigate({ href: link.getAttribute('href')! })
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are pressed, with keys too */}
      <div
        ref={text}
        className={classes('prose-desk', className)}
        onClick={follow}
        // oxlint-disable-next-line react/no-danger -- cleaned by DOMPurify, a TrustedHTML object
        dangerouslySetInnerHTML={html}
      />
      {frames.length > 0 && (
        <Suspense>
          <TextPictures frames={frames} />
        </Suspense>
      )}
    </>
  )
}
