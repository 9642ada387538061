import type { Section } from '@frontdesk/contract/trainings'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { loadRenderer, MarkdownInPlace } from '#web/ui/markdown.tsx'
import { addressOf, videoEmbed, withFileUrls } from './section-media.ts'

export type SeenSection = { content_id: string; completed: boolean; media_position: number | null }

/** What of a training somebody has seen. */
export type Seen = {
  sections: SeenSection[]
  /** Where they were; left out where that is nowhere but at what comes next. */
  last_content_id?: string
}

/** The first section not seen to its end, else the quiz; where there is none, the last section. */
function firstStep(sections: Section[], seen: SeenSection[], hasQuiz: boolean): number {
  const done = new Set(seen.flatMap((one) => (one.completed ? one.content_id : [])))
  const open = sections.findIndex(({ id }) => !done.has(id))
  if (open !== -1) return open
  return hasQuiz ? sections.length : Math.max(0, sections.length - 1)
}

/** Where somebody was, here or on another device; else the first section not seen to its end. */
export function stepToResume(sections: Section[], seen: Seen, hasQuiz: boolean): number {
  const first = firstStep(sections, seen.sections, hasQuiz)
  const last = sections.findIndex(({ id }) => id === seen.last_content_id)
  return last === -1 ? first : last
}

/** Where somebody is among the sections and the quiz after them. */
export function useSteps(begin: () => number) {
  const [first] = useState(begin)
  const [step, setStep] = useState(first)
  const to = (next: number) => {
    setStep(next)
    globalThis.scrollTo({ top: 0 })
  }
  return { step, go: { to, first } }
}

type StepHeadingProps = {
  title: string
  /** Of the section, from 1; null at the quiz. */
  position: number | null
  total: number
  /** Whether the person went here from another step. */
  isMoved: boolean
}

/** Says where one is; after each step focus comes here, so that the new one is read from its top. */
export function StepHeading({ title, position, total, isMoved }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isMoved) heading.current?.focus({ preventScroll: true })
  }, [isMoved])
  const done = position === null ? total : position - 1
  const parts = Math.max(total, 1)
  return (
    <header className="mb-6 sm:mb-8">
      <div className="flex items-baseline justify-between gap-6">
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-2xl font-semibold tracking-[-0.03em] outline-none sm:text-3xl"
        >
          {title}
          <span className="sr-only">
            {position === null ? ', quiz' : `, section ${position} of ${total}`}
          </span>
        </h1>
        <p aria-hidden="true" className="shrink-0 text-muted tabular-nums">
          {position === null ? 'Quiz' : `${position}/${total}`}
        </p>
      </div>
      <div aria-hidden="true" className="mt-4 h-1.5 overflow-hidden rounded-full bg-neutral-soft">
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(100 * done) / parts}%` }}
        />
      </div>
    </header>
  )
}

// A text comes with its page, which is asked for beside it. Where it fails, the page says so.
loadRenderer().catch(() => undefined)

/** What of a section is shown. */
type ShownSection = Pick<Section, 'id' | 'type' | 'content' | 'captions' | 'files'>

type SectionViewProps = {
  section: ShownSection
  /** Where a video was left, in seconds. */
  position: number | null
  onPosition: (seconds: number) => void
}

/** One section as it is read, watched or leafed through. */
export function SectionView({ section, position, onPosition }: SectionViewProps) {
  if (section.type === 'video') {
    return <VideoSection key={section.id} {...{ section, position, onPosition }} />
  }
  if (section.type === 'slide') return <SlideSection section={section} />
  return <MarkdownInPlace source={withFileUrls(section.content, section.files)} />
}

/** The uploaded file that a video or slide is; undefined for an address elsewhere. */
const fileOf = ({ content, files }: ShownSection) =>
  files.find(({ path }) => path === content.trim())

function VideoSection({ section, position, onPosition }: SectionViewProps) {
  const url = addressOf(section.content, section.files)
  const file = fileOf(section)
  const embed = file ? null : videoEmbed(url)
  if (!embed) {
    return (
      <VideoPlayer
        source={url}
        name={file?.name}
        captions={section.captions && addressOf(section.captions, section.files)}
        position={position}
        onPosition={onPosition}
      />
    )
  }
  return (
    <>
      <iframe
        src={embed}
        title="Video"
        className="aspect-video w-full rounded-lg border border-line bg-sunken"
        allow="fullscreen; picture-in-picture; encrypted-media"
        // The sites play only for a page that says who it is.
        referrerPolicy="strict-origin-when-cross-origin"
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the origin is the video site's
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      />
      <OpenElsewhere href={url}>Open the video on its own site</OpenElsewhere>
    </>
  )
}

function SlideSection({ section }: { section: ShownSection }) {
  const url = addressOf(section.content, section.files)
  const file = fileOf(section)
  if (file?.media_type.startsWith('image/')) {
    return <img src={url} alt={file.name} className="w-full rounded-lg border border-line" />
  }
  if (!file && !url.startsWith('https://')) {
    return <p className="text-muted">This slide has an address that can’t be shown safely.</p>
  }
  return (
    <>
      <iframe
        src={url}
        title={file?.name ?? 'Slides'}
        className="h-[min(75dvh,48rem)] w-full rounded-lg border border-line bg-sunken"
        allow="fullscreen"
        // Browsers show no PDF in a sandbox; ours is served as nothing but a PDF.
        sandbox={
          file ? undefined : 'allow-scripts allow-same-origin allow-popups allow-presentation'
        }
        referrerPolicy={file ? undefined : 'no-referrer'}
      />
      <OpenElsewhere href={url}>Open the slides in a tab of their own</OpenElsewhere>
    </>
  )
}

function OpenElsewhere({ href, children }: { href: string; children: string }) {
  return (
    <p className="mt-3 text-sm">
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1.5 text-muted underline underline-offset-2 hover:text-ink"
      >
        <ExternalLink className="size-3.5" aria-hidden="true" />
        {children}
      </a>
    </p>
  )
}

/** Seconds of playing between two times that the place is kept. */
const KEEP_EVERY = 10
/** So close to the end, a video begins anew. */
const ALMOST_OVER = 5

type VideoPlayerProps = {
  source: string
  name?: string
  /** Address of a WebVTT file. */
  captions?: string
  position: number | null
  onPosition: (seconds: number) => void
}

/** The browser's own player; it goes on where the person stopped, here or on another device. */
function VideoPlayer(props: VideoPlayerProps) {
  const { source, name = 'Video', captions, position, onPosition } = props
  const player = useRef<HTMLVideoElement>(null)
  const kept = useRef(position ?? 0)
  const [failed, setFailed] = useState(false)

  const keep = (seconds: number) => {
    if (Math.abs(seconds - kept.current) < 1) return
    kept.current = seconds
    onPosition(seconds)
  }
  const keepNow = useRef(() => {})
  useEffect(() => {
    keepNow.current = () => {
      if (player.current) keep(player.current.currentTime)
    }
  })
  useEffect(() => {
    const leave = () => keepNow.current()
    globalThis.addEventListener('pagehide', leave)
    return () => globalThis.removeEventListener('pagehide', leave)
  }, [])

  const resume = (video: HTMLVideoElement) => {
    const place = position ?? 0
    if (place > 0 && place < video.duration - ALMOST_OVER) video.currentTime = place
  }
  if (failed) {
    return (
      <ErrorPanel title="This video can’t be played" onRetry={() => setFailed(false)}>
        Its address may be wrong, or it may have been taken away.
      </ErrorPanel>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- there are those that its author uploaded
    <video
      ref={player}
      src={source}
      aria-label={name}
      controls
      playsInline
      preload="metadata"
      className="max-h-[75dvh] w-full rounded-lg border border-line bg-black"
      onLoadedMetadata={(event) => resume(event.currentTarget)}
      onTimeUpdate={({ currentTarget: { currentTime } }) => {
        if (Math.abs(currentTime - kept.current) >= KEEP_EVERY) keep(currentTime)
      }}
      onPause={(event) => keep(event.currentTarget.currentTime)}
      onError={() => setFailed(true)}
    >
      {captions && <track kind="captions" label="Captions" src={captions} default />}
    </video>
  )
}
