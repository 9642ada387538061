import type { LibraryEntry } from '@frontdesk/contract/library'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { useIsHere } from '#web/lib/use-is-here.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { takeText } from './library.api.ts'

/** What a text became. */
export type Made = Awaited<ReturnType<typeof takeText>>

type Taking = {
  /** The texts that are being taken, while they are. */
  slugs: string[]
  /** What they became so far. */
  made: Made[]
  /** Why the rest was not taken. */
  failure: string | null
}

const NOTHING: Taking = { slugs: [], made: [], failure: null }

/** Takes texts one after the other, and says how far it is; leaving the page ends it after the current one. */
export function useTaking() {
  const [taking, setTaking] = useState<Taking>(NOTHING)
  const refresh = useRefresh('library', 'processes', 'drafts')
  const isHere = useIsHere()

  /** Returns what was made; fewer than asked for where one failed, nothing where one has left the page. */
  const take = async (entries: LibraryEntry[]): Promise<Made[]> => {
    const made: Made[] = []
    let failure: string | null = null
    setTaking({ ...NOTHING, slugs: entries.map(({ slug }) => slug) })
    for (const { slug, title } of entries) {
      if (!isHere.current) break
      try {
        // oxlint-disable-next-line no-await-in-loop -- each is said when it is there, and a failure ends it
        made.push(await takeText(slug))
        setTaking((before) => ({ ...before, made: [...made] }))
      } catch (error) {
        failure = failureOf(error, `“${title}” was not added.`)
        break
      }
    }
    await refresh()
    setTaking({ slugs: [], made, failure })
    return isHere.current ? made : []
  }
  const current = taking.slugs[taking.made.length]
  return { ...taking, current, take, clear: () => setTaking(NOTHING) }
}
