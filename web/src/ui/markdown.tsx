import { useRouter } from '@tanstack/react-router'
import {
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
import { late } from '#web/lib/late.ts'
import { classes } from './classes.ts'
import type * as MarkdownRender from './markdown-render.ts'
import { SkeletonLines } from './skeleton.tsx'

type Renderer = typeof MarkdownRender

// One fetch for the whole visit, started by the first text that is shown.
let renderer: (Promise<Renderer> & { status?: 'fulfilled'; value?: Renderer }) | undefined

/** Also for a page that knows that it will need it. */
export function loadRenderer(): Promise<Renderer> {
  renderer ??= import('./markdown-render.ts').then((module) => {
    // `use` looks at these: without them it waits a moment, and React 300 ms until it shows what came after one.
    if (renderer) Object.assign<object, object>(renderer, { status: 'fulfilled', value: module })
    return module
  })
  return renderer
}

// Most texts have no pictures.
const TextPictures = late(() => import('./text-pictures.tsx'), 'TextPictures')

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
export function MarkdownInPlace({ source, isSaid, ...how }: Omit<MarkdownProps, 'fallback'>) {
  const { parseMarkdown } = use(loadRenderer())
  const settled = useDeferredValue(source)
  const kind = isSaid ? 'said' : how.onSet ? 'numbered' : 'text'
  const parsed = useMemo(() => parseMarkdown(settled, kind), [parseMarkdown, settled, kind])
  return <SetText parsed={parsed} {...how} />
}

type SetTextProps = Pick<MarkdownProps, 'className' | 'onSet'> & { parsed: string }

/** By itself, so that a slow phone takes a tap between the two halves of a long text's work. */
function SetText({ parsed, className, onSet }: SetTextProps) {
  const { cleanHtml } = use(loadRenderer())
  const text = useRef<HTMLDivElement>(null)
  // The same object while the text is the same: a new one would be set anew, and what was marked in it lost.
  const html = useMemo(() => ({ __html: cleanHtml(parsed) }), [cleanHtml, parsed])
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
