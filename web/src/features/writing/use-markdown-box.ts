import {
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Language } from '#web/features/writing/rich/language.ts'
import type { Chosen, RichEditor, RichHandle } from '#web/features/writing/rich/rich-editor.tsx'
import { movedPlaces, pictureBetween, type Places } from './picture-uploads.tsx'

export type View = 'write' | 'source' | 'preview'

/** What a form does with the text. */
export type MarkdownHandle = {
  /** Puts a picture where the cursor is or was last. */
  insertPicture: (source: string, words: string) => void
}

const UNFIT =
  'This text has something in it that only its source can show, such as a character that stands for itself, or links that are defined below it. It is edited as its source, so that nothing of it changes.'
const FAILED =
  'The editor could not be loaded. The text can be written as its source; Write tries again.'

/** The field of the form that the text is kept in. */
type TextField = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: (instance: { focus: () => void } | null) => void
}

export type Refs = {
  frame: RefObject<HTMLDivElement | null>
  source: RefObject<HTMLTextAreaElement | null>
  rich: RefObject<RichHandle | null>
}

/** A text in one of its views, and what they hand over to each other. */
export function useMarkdownBox(
  field: TextField,
  { frame, source, rich }: Refs,
  handle: Ref<MarkdownHandle> | undefined,
) {
  const id = useId()
  const [view, setViewState] = useState<View>('write')
  const [isUnfit, setUnfit] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  /** How the source stood when the editor took its place. */
  const [stood, setStood] = useState<{ height: number; chosen: Chosen | null }>()

  /** What the text was when its source was shown: anything else was typed. */
  const began = useRef(field.value)
  const remember = () => {
    if (rich.current) pictures.held.current = rich.current.places()
    const now = source.current
    if (!now) return
    const { offsetHeight: height, selectionStart: from, selectionEnd: to } = now
    const isHere = document.activeElement === now
    setStood({
      height,
      chosen: isHere ? { from, to, isTyping: now.value !== began.current } : null,
    })
  }
  const content = field.value
  const pictures = usePicturePlaces(field, { source, rich })
  const found = useRich(frame, { isWanted: view === 'write', before: remember })
  const editor = found === 'failed' ? null : found
  const isRich = view === 'write' && editor !== null && !isUnfit

  const setView = (next: View) => {
    remember()
    began.current = content
    setUnfit(false)
    setNotice(null)
    setViewState(next)
  }
  const focus = () => {
    if (rich.current) rich.current.focus()
    else source.current?.focus()
  }
  const { ref } = field
  useEffect(() => {
    ref({
      focus: () => {
        // The box has to be there before it can take the focus.
        flushSync(() => setViewState((now) => (now === 'preview' ? 'write' : now)))
        focus()
      },
    })
  })
  const insertPicture = (address: string, words: string) => {
    if (rich.current) return rich.current.insertPicture(address, words)
    pictures.hold(AT_CURSOR)
    pictures.put(AT_CURSOR, address, words)
    source.current?.focus()
  }
  useImperativeHandle(handle, () => ({ insertPicture }))
  const reason = isUnfit ? UNFIT : found === 'failed' ? FAILED : null
  const problem = view === 'write' ? reason : null
  return {
    id,
    field,
    content,
    view,
    setView,
    editor,
    isRich,
    stood,
    focus,
    problem,
    notice,
    setNotice,
    setUnfit,
    pictures,
  }
}

export type Box = ReturnType<typeof useMarkdownBox>

/** The place of one that is there already. */
const AT_CURSOR = 0

/** Where pictures are to stand that are under way: in the editor it knows, in the source and the preview this does. */
function usePicturePlaces(field: TextField, { source, rich }: Omit<Refs, 'frame'>) {
  const { value: content, onChange } = field
  const held = useRef<Places>(new Map())
  const seen = useRef(content)
  useLayoutEffect(() => {
    if (!rich.current) held.current = movedPlaces(held.current, seen.current, content)
    seen.current = content
  }, [content, rich])

  const hold = (id: number, at?: number) => {
    if (rich.current) return rich.current.hold(id, at)
    const place = source.current?.selectionEnd ?? seen.current.length
    held.current = new Map(held.current).set(id, place)
  }
  const settle = () => onChange(seen.current)
  const forget = (id: number) => {
    held.current = new Map([...held.current].filter(([other]) => other !== id))
  }
  const release = (id: number) => {
    rich.current?.release(id)
    forget(id)
    settle()
  }
  const put = (id: number, address: string, words: string) => {
    const at = Math.min(held.current.get(id) ?? Infinity, seen.current.length)
    forget(id)
    if (rich.current) return rich.current.put(id, address, words)
    const text = seen.current
    const [before, after] = [text.slice(0, at), text.slice(at)]
    const picture = pictureBetween(before, after, address, words)
    const next = before + picture + after
    const isBehind = (other: number, place: number) => place > at || (place === at && other > id)
    held.current = new Map(
      [...held.current].map(([other, place]) => [
        other,
        isBehind(other, place) ? place + picture.length : place,
      ]),
    )
    // Moved already.
    seen.current = next
    const box = source.current
    const chosen = [box?.selectionStart ?? 0, box?.selectionEnd ?? 0].map((place) =>
      place >= at ? place + picture.length : place,
    )
    flushSync(() => onChange(next))
    box?.setSelectionRange(chosen[0]!, chosen[1]!)
  }
  return { held, hold, put, release, settle }
}

/** The editor's code, and what it knows of Markdown. */
type Rich = { RichEditor: typeof RichEditor; language: Language }

let loaded: Rich | null = null

async function loadRich(): Promise<Rich> {
  const [editor, { loadLanguage }] = await Promise.all([
    import('./rich/rich-editor.tsx'),
    import('./rich/language.ts'),
  ])
  loaded = { RichEditor: editor.RichEditor, language: await loadLanguage() }
  return loaded
}

/** How far from the window a box may be for its editor to be made: a training has up to a hundred. */
const NEAR = '600px'

/**
 * The editor once it is there and the box near; `before` is called just before it takes the place of the source.
 * @returns null until then, `failed` where its code could not be fetched
 */
function useRich(
  frame: RefObject<HTMLElement | null>,
  { isWanted, before }: { isWanted: boolean; before: () => void },
): Rich | 'failed' | null {
  const [rich, setRich] = useState<Rich | 'failed' | null>(null)
  const isMissing = isWanted && (rich === null || rich === 'failed')
  useEffect(() => {
    const around = frame.current
    if (!isMissing || !around) return undefined
    let isHere = true
    let isComposing = false
    let waits: Rich | 'failed' | null = null
    const take = (found: Rich | 'failed') => {
      if (!isHere) return
      // A word that is being composed would be lost with the box that it is composed in.
      if (isComposing) {
        waits = found
        return
      }
      // At once: what is chosen or typed between the two would be lost.
      flushSync(() => {
        before()
        setRich(found)
      })
    }
    const compose = ({ type }: Event) => {
      isComposing = type === 'compositionstart'
      // The word may come after the end of it.
      if (!isComposing) setTimeout(() => !isComposing && waits && take(waits))
    }
    around.addEventListener('compositionstart', compose)
    around.addEventListener('compositionend', compose)
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        watcher.disconnect()
        if (loaded) return take(loaded)
        loadRich().then(take, () => take('failed'))
      },
      { rootMargin: NEAR },
    )
    watcher.observe(around)
    return () => {
      isHere = false
      watcher.disconnect()
      around.removeEventListener('compositionstart', compose)
      around.removeEventListener('compositionend', compose)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- it is asked for once for each time that it is wanted
  }, [isWanted])
  return rich
}
