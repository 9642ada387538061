import { Notice } from '#web/ui/error-panel.tsx'
import { sentenceOf } from './problems.ts'

/** Why a way by a provider ended in vain. */
export function ProviderProblem({ problem }: { problem: string }) {
  return (
    <div className="mb-5" role="alert">
      <Notice tone="warning">{sentenceOf(problem)}</Notice>
    </div>
  )
}
