import { useMutation, useQuery } from '@tanstack/react-query'
import { ArchiveRestore } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { restorePolicy, useRefreshPolicies, versionsQuery } from './policies.api.ts'

/** The way up from what is left of an archived policy. */
export const toArchived = { to: '/policies?show=archived', label: 'Back to the archived policies' }

type ArchivedPolicyProps = {
  id: string
  /** Stands there where there never was such a policy. */
  children: ReactNode
}

/** For editors: where a link leads to a policy that is no longer in use. */
export function ArchivedPolicy({ id, children }: ArchivedPolicyProps) {
  const { data: versions, error } = useQuery(versionsQuery(id))
  const [newest] = versions ?? []
  if (error) return children
  if (!newest) {
    return (
      <div aria-busy="true" className="max-w-md">
        <SkeletonLines lines={4} />
      </div>
    )
  }
  return (
    <>
      <PageHeader title={newest.title} back={toArchived} />
      <ArchivedNotice policy={{ id, title: newest.title }} linked />
    </>
  )
}

type ArchivedNoticeProps = {
  policy: { id: string; title: string }
  /** Whether a link leads to its versions. */
  linked?: boolean
}

/** Says that a policy is archived, what that means, and how it comes back. */
export function ArchivedNotice({ policy, linked = false }: ArchivedNoticeProps) {
  return (
    <Notice
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2">
          {linked && (
            <ButtonLink
              to="/policies/$id/history"
              params={{ id: policy.id }}
              variant="secondary"
              size="sm"
            >
              Versions
            </ButtonLink>
          )}
          <RestorePolicy policy={policy} variant="secondary" />
        </div>
      }
    >
      This policy is archived. Nobody is asked for it, and its readers can’t open it; its versions
      and everybody’s acknowledgments stay.
    </Notice>
  )
}

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
