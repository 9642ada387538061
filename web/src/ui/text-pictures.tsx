import { pictureNamed, type NamedPicture } from '@frontdesk/contract/picture-names'
import { useQuery } from '@tanstack/react-query'
import { Maximize2, Minimize2, RotateCw } from 'lucide-react'
import { use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { blankOf, PictureSource, textPictureQuery } from '#web/lib/text-pictures.ts'
import { useIsNear } from '#web/lib/whereabouts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ALL_PICTURES } from './print-button.tsx'

/** Fills the frames that a text has for its pictures. */
export function TextPictures({ frames }: { frames: readonly HTMLElement[] }) {
  return frames.map((frame, at) => {
    const named = pictureNamed(frame.dataset.picture ?? '')
    if (!named) return null
    // oxlint-disable-next-line react/no-array-index-key -- the same picture may stand there twice
    return createPortal(<TextPicture named={named} frame={frame} />, frame, `${at}`)
  })
}

type PicturePlateProps = { named: NamedPicture; words: string }

/** A picture by itself. */
export function PicturePlate({ named, words }: PicturePlateProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  return (
    <span ref={setFrame} data-picture={named.name}>
      <img src={blankOf(named)} alt={words} width={named.width} height={named.height} />
      {frame && <TextPicture named={named} frame={frame} />}
    </span>
  )
}

/** Puts a picture into the image that holds its place. */
function fill(frame: HTMLElement, state: string, source: string | undefined): void {
  frame.dataset.state = state
  const image = frame.querySelector('img')
  if (image && source !== undefined) image.src = source
}

type TextPictureProps = { named: NamedPicture; frame: HTMLElement }

/** What stands over a frame: a way to look closer, or why there is nothing in it. */
function TextPicture({ named, frame }: TextPictureProps) {
  const isWanted = useIsWanted(frame)
  const { data, error, isFetching, refetch } = useQuery({
    ...textPictureQuery(named.name, use(PictureSource)),
    enabled: isWanted,
  })
  const [isOpen, setIsOpen] = useState(false)
  const state = data ? 'here' : error && !isFetching ? 'failed' : 'coming'
  useEffect(() => fill(frame, state, data), [frame, data, state])
  const words = frame.querySelector('img')?.alt ?? ''
  if (state === 'failed') {
    return (
      <span className="text-picture-failure">
        {words && <span className="wrap-anywhere text-ink">{words}</span>}
        <span role="alert">The picture couldn’t be loaded</span>
        <Button variant="secondary" size="sm" icon={RotateCw} onClick={() => void refetch()}>
          Try again
        </Button>
      </span>
    )
  }
  // Within a link a press goes where the link leads.
  if (!data || frame.closest('a')) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={words ? `Enlarge “${words}”` : 'Enlarge the picture'}
        className="text-picture-button"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Enlarged named={named} source={data} words={words} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

/** How far from the window a picture is fetched at once. */
const NEAR = '1000px'
/** The others follow once the page stands, so that paper has them too. */
const SOON_MS = 1500

function useIsWanted(frame: HTMLElement): boolean {
  const isNear = useIsNear(frame, NEAR)
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    const want = () => setIsWanted(true)
    // Hidden on screen it is on paper all the same.
    if (frame.offsetParent === null) want()
    const timer = setTimeout(want, SOON_MS)
    globalThis.addEventListener('beforeprint', want)
    globalThis.addEventListener(ALL_PICTURES, want)
    return () => {
      clearTimeout(timer)
      globalThis.removeEventListener('beforeprint', want)
      globalThis.removeEventListener(ALL_PICTURES, want)
    }
  }, [frame])
  return isNear || isWanted
}

type EnlargedProps = { named: NamedPicture; source: string; words: string; onClose: () => void }

/** As large as the window has room for, or in all its pixels. */
function Enlarged({ named, source, words, onClose }: EnlargedProps) {
  const { width, height } = named
  // In a narrow window the text already shows it as wide as there is room.
  const [isFull, setIsFull] = useState(() => globalThis.innerWidth < Math.min(640, width))
  const [canBeLarger, setCanBeLarger] = useState(isFull)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="full"
      title={words || 'Picture'}
      footer={
        canBeLarger && (
          <Button
            variant="secondary"
            icon={isFull ? Minimize2 : Maximize2}
            onClick={() => setIsFull(!isFull)}
          >
            {isFull ? 'Fit to window' : 'Full size'}
          </Button>
        )
      }
    >
      <section
        aria-label={words || 'Picture'}
        // Reached by Tab, so that arrow keys move it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="flex h-full overflow-auto rounded-md bg-sunken"
      >
        <img
          src={source}
          alt={words}
          width={width}
          height={height}
          className={isFull ? 'm-auto max-w-none shrink-0' : 'm-auto max-h-full w-auto'}
          onLoad={({ currentTarget }) => setCanBeLarger(isFull || currentTarget.width < width)}
        />
      </section>
    </Dialog>
  )
}
