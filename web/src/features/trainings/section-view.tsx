import type { Section } from '@frontdesk/contract/trainings'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { loadRenderer, MarkdownInPlace } from '#web/ui/markdown.tsx'
import { addressOf, videoEmbed, withFileUrls } from './section-media.ts'

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
