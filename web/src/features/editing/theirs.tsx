import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'

type Decisions<Loaded> = {
  /** Goes on from what they saved, so that the next save replaces it. */
  keepMine: (newest: Loaded) => void
  /** Shows what they saved in the form. */
  takeTheirs: (newest: Loaded) => void
}

/** What somebody else saved while a small form was open, until the person decides. */
export function useTheirs<Loaded, Key extends QueryKey>(
  query: FetchQueryOptions<Loaded, Error, Loaded, Key>,
  { keepMine, takeTheirs }: Decisions<Loaded>,
) {
  const client = useQueryClient()
  const [theirs, setTheirs] = useState<Loaded | null>(null)
  const deciding = (decide: (newest: Loaded) => void) => () => {
    if (theirs === null) return
    decide(theirs)
    setTheirs(null)
  }
  return {
    theirs,
    keepMine: deciding(keepMine),
    takeTheirs: deciding(takeTheirs),
    /** Whether this is why a save was refused; then it is shown. */
    find: async (refusal: unknown): Promise<boolean> => {
      if (!(refusal instanceof ApiError) || refusal.code !== 'edit_conflict') return false
      const newest = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => null)
      setTheirs(newest)
      return newest !== null
    },
  }
}

type TheirsNoticeProps<Loaded> = {
  of: { theirs: Loaded | null; keepMine: () => void; takeTheirs: () => void }
  /** Who saved what. */
  title: (newest: Loaded) => string
  /** What they saved, in a line. */
  children?: (newest: Loaded) => ReactNode
}

/** It appears far above the button that was pressed. */
const comeIntoView = (box: HTMLElement | null) => box?.focus()

/** Asks which of the two it is to be; nothing in the form is lost meanwhile. */
export function TheirsNotice<Loaded>({ of, title, children }: TheirsNoticeProps<Loaded>) {
  const { theirs, keepMine, takeTheirs } = of
  if (theirs === null) return null
  return (
    <div ref={comeIntoView} tabIndex={-1} className="scroll-mt-20 rounded-lg">
      <Notice
        tone="warning"
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={keepMine}>
              Keep mine
            </Button>
            <Button variant="secondary" size="sm" onClick={takeTheirs}>
              Take theirs
            </Button>
          </div>
        }
      >
        <p className="font-semibold">{title(theirs)}</p>
        <p className="text-muted wrap-anywhere">
          {children && <>Theirs: {children(theirs)}. </>}
          What you typed is still here; nothing replaces theirs until you save again.
        </p>
      </Notice>
    </div>
  )
}
