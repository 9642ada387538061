import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { RichEditor } from './rich/rich-editor.tsx'
import type { Language } from './rich/language.ts'

/** The editor's code, and what it knows of Markdown. */
export type Rich = { RichEditor: typeof RichEditor; language: Language }

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
export function useRich(
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
