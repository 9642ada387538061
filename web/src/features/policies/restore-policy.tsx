import { useMutation } from '@tanstack/react-query'
import { ArchiveRestore } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { restorePolicy, useRefreshPolicies } from './policies.api.ts'

type RestorePolicyProps = {
  policy: { id: string; title: string }
  variant: 'ghost' | 'secondary'
  className?: string
}

/** Puts an archived policy back into use. */
export function RestorePolicy({ policy, variant, className }: RestorePolicyProps) {
  const refresh = useRefreshPolicies()
  // Awaited, because the button goes with it.
  const restoring = useMutation({ mutationFn: restorePolicy, onSuccess: refresh })
  const restore = () =>
    restoring.mutate(policy.id, {
      onSuccess: () => toast.success(`“${policy.title}” is back`),
      onError: (error) => toast.error(failureOf(error, 'Failed to restore policy')),
    })
  return (
    <Button
      variant={variant}
      size="sm"
      icon={ArchiveRestore}
      className={className}
      aria-label={`Restore ${policy.title}`}
      busy={restoring.isPending}
      onClick={restore}
    >
      Restore
    </Button>
  )
}
