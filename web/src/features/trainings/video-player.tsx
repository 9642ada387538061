import { useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

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
export function VideoPlayer(props: VideoPlayerProps) {
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
