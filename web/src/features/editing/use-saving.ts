import { useState } from 'react'
import { failureOf, isEditConflict } from '#web/lib/api-error.ts'

export type Saving<Values, Loaded> = {
  /** Saves and leaves the form. */
  save: (values: Values) => Promise<void>
  /** Asks for what the server has by now; left out for something new. */
  reload?: () => Promise<Loaded>
  /** Puts the server's sentences beside the fields that they are about. */
  showErrors: (error: unknown) => void
  fallback?: string
}

/** Saving on top of what was loaded: where somebody else was faster, theirs is there to compare. */
export function useSaving<Values, Loaded = never>(saving: Saving<Values, Loaded>) {
  const { save, reload, showErrors, fallback = 'An unexpected error occurred' } = saving
  const [theirs, setTheirs] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (values: Values) => {
    setProblem(null)
    try {
      await save(values)
    } catch (error) {
      const newest = isEditConflict(error) && (await reload?.().catch(() => undefined))
      if (newest) return setTheirs(newest)
      showErrors(error)
      setProblem(failureOf(error, fallback))
    }
  }
  return {
    submit,
    problem,
    dismiss: () => setProblem(null),
    /** What somebody else saved, while it is compared. */
    theirs,
    compare: setTheirs,
    settle: () => setTheirs(null),
  }
}
