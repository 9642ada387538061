import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { firstStepsQuery } from './dashboard.api.ts'
import type { FirstSteps } from './first-steps.tsx'

/** The file's content, once it is here. */
type Code = { FirstSteps: typeof FirstSteps }

/** What an owner does first and the code that shows it, both asked for at once, where they are shown at all. */
export function useFirstSteps(isShown: boolean) {
  const query = useQuery({ ...firstStepsQuery, enabled: isShown })
  const [code, setCode] = useState<Code | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const wants = isShown && code === null && !isMissing
  useEffect(() => {
    if (!wants) return
    import('./first-steps.tsx').then(setCode, () => setIsMissing(true))
  }, [wants])
  const steps = isShown ? query.data?.steps : undefined
  const retry = () => {
    setIsMissing(false)
    void query.refetch()
  }
  return {
    steps,
    FirstSteps: code?.FirstSteps,
    isLoading: wants || query.isLoading,
    hasFailed: isShown && (isMissing || (query.isError && !steps)),
    error: query.error,
    retry,
  }
}
