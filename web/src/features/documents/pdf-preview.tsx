/// <reference types="trusted-types" />
// oxlint-disable-next-line import/default -- Vite makes it an address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useQuery } from '@tanstack/react-query'
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { storedToken } from '#web/lib/session-storage.ts'
import { PreviewBox, PreviewFailure, PreviewLoading } from './preview-box.tsx'

type PdfPreviewProps = {
  file: { title: string; sha256: string; address: string }
  /** As high as what it stands in. */
  isLarge?: boolean
}

/** The pages of a PDF, drawn by the app itself: nothing in the file can run, and phones show it too. */
export function PdfPreview({ file, isLarge }: PdfPreviewProps) {
  const {
    data: pdf,
    error,
    refetch,
  } = useQuery({
    queryKey: ['document_previews', file.sha256],
    queryFn: () => openPdf(file.address),
    staleTime: 'static',
    structuralSharing: false,
    retry: 1,
  })
  if (error) {
    return (
      <PreviewFailure onRetry={() => void refetch()}>
        The file is damaged, protected by a password, or can’t be reached.
      </PreviewFailure>
    )
  }
  if (!pdf) return <PreviewLoading isLarge={isLarge} />
  return (
    <PreviewBox isLarge={isLarge}>
      <section
        aria-label={`Preview of ${file.title}`}
        // Reached by Tab, so that arrow keys scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="size-full overflow-y-auto p-3 outline-offset-[-3px] sm:p-5"
      >
        <ol className="mx-auto grid max-w-3xl gap-4">
          {Array.from({ length: pdf.numPages }, (_, index) => (
            <PdfPage key={index} pdf={pdf} number={index + 1} />
          ))}
        </ol>
      </section>
    </PreviewBox>
  )
}

type PdfPageProps = { pdf: PDFDocumentProxy; number: number }

/** One page, drawn once it comes near. */
function PdfPage({ pdf, number }: PdfPageProps) {
  const place = useRef<HTMLLIElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(place)
  const [shape, setShape] = useState('1 / 1.414')
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    if (!isNear) return
    const drawing = new AbortController()
    draw(pdf, number, { canvas: canvas.current!, onShape: setShape, signal: drawing.signal }).catch(
      () => setIsBroken(!drawing.signal.aborted),
    )
    return () => drawing.abort()
  }, [isNear, pdf, number])
  return (
    <li
      ref={place}
      className="relative w-full overflow-hidden rounded-sm bg-[#fff] shadow-raised"
      style={{ aspectRatio: shape }}
    >
      <canvas ref={canvas} aria-hidden="true" className="block size-full" />
      <span className="sr-only">{`Page ${number} of ${pdf.numPages}`}</span>
      {isBroken && (
        <p className="absolute inset-0 grid place-items-center text-sm text-[#5b6470]">
          This page can’t be shown.
        </p>
      )}
    </li>
  )
}

function useIsNear(place: { current: Element | null }): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setIsNear((was) => was || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '600px' },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isNear
}

/** Pixels of a canvas that phones still give. */
const MOST_WIDTH = 1600

type Drawing = {
  canvas: HTMLCanvasElement
  onShape: (ratio: string) => void
  signal: AbortSignal
}

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  { canvas, onShape, signal }: Drawing,
): Promise<void> {
  const page = await pdf.getPage(number)
  if (signal.aborted) return
  const natural = page.getViewport({ scale: 1 })
  onShape(`${natural.width} / ${natural.height}`)
  const width = Math.min(canvas.clientWidth * devicePixelRatio, MOST_WIDTH)
  const viewport = page.getViewport({ scale: width / natural.width })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task = page.render({ canvas, viewport })
  signal.addEventListener('abort', () => task.cancel(), { once: true })
  await task.promise
}

let policy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined

/** The one script that is started from here is our own. */
function workerAddress(): string | TrustedScriptURL {
  policy ??= window.trustedTypes?.createPolicy('frontdesk-pdf', {
    createScriptURL: (url: string) => {
      if (url !== workerUrl) throw new TypeError('Only the worker of this program')
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}

/** Opens the PDF at an address of ours, fetching only the parts of it that are looked at. */
async function openPdf(address: string): Promise<PDFDocumentProxy> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types know text only
  const worker = new Worker(workerAddress() as string, { type: 'module' })
  GlobalWorkerOptions.workerPort = worker
  try {
    return await getDocument({
      url: address,
      httpHeaders: { Authorization: `Bearer ${storedToken() ?? ''}` },
      rangeChunkSize: 1024 * 1024,
      disableAutoFetch: true,
      isEvalSupported: false,
      enableXfa: false,
    }).promise
  } catch (error) {
    worker.terminate()
    throw error
  }
}
