import type { Passkey } from '@frontdesk/contract/passkeys'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { ConfirmBox, useSecondStep } from '#web/ui/confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { CallFailure, LoadState, Notice } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { knowsPasskeys, passkeysQuery, useAddPasskey, useRemovePasskey } from './passkeys.api.ts'

const RenamePasskeyDialog = late(() => import('./rename-passkey-dialog.tsx'), 'RenamePasskeyDialog')

export function PasskeySection() {
  const { data, error, refetch } = useQuery(passkeysQuery)
  return (
    <Section
      title="Passkeys"
      description="Sign in with your finger, your face or the PIN of your device. There is no password in it that anybody could find out."
    >
      <LoadState
        of={{ data, error, refetch }}
        failure="Failed to load your passkeys"
        waiting={<SkeletonLines lines={2} />}
      />
      {data && (
        <div className="grid gap-4">
          {data.passkeys.length > 0 && (
            <ul
              aria-label="Passkeys"
              className="divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {data.passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
          <AddPasskey unavailable={data.unavailable} />
        </div>
      )}
    </Section>
  )
}

/** @param unavailable why there can be none here */
export function AddPasskey({
  unavailable,
  onAdded,
}: {
  unavailable: string | null
  onAdded?: () => void
}) {
  const adding = useAddPasskey()
  if (unavailable) return <Notice>{unavailable}</Notice>
  if (!knowsPasskeys()) return <Notice>This browser has no passkeys.</Notice>
  const add = () =>
    adding.mutate(undefined, {
      onSuccess: ({ name }) => {
        toast.success(`The passkey is added: ${name}.`)
        onAdded?.()
      },
    })
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        variant="secondary"
        icon={Plus}
        busy={adding.isPending}
        busyLabel="Waiting…"
        onClick={add}
      >
        Add a Passkey
      </Button>
      <CallFailure of={adding} title="Failed to add a passkey" brief />
    </div>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, created_at: createdAt, last_used_at: usedAt } = passkey
  const [isRenaming, setRenaming] = useState(false)
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const removal = useRemovePasskey()
  const remove = async () => {
    try {
      // Awaited, because this row goes with its passkey.
      await removal.mutateAsync(id)
      toast.success(`The passkey is removed: ${name}.`)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to remove the passkey'))
    }
  }
  return (
    <li className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <KeyRound className="size-5 shrink-0 text-muted" aria-hidden="true" />
        <div className="min-w-40 grow">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-muted">
            Added {formatDate(createdAt)} ·{' '}
            {usedAt ? (
              <>
                last used <RelativeTime iso={usedAt} />
              </>
            ) : (
              'not used yet'
            )}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Rename ${name}`}
            onClick={() => setRenaming(true)}
          >
            Rename…
          </Button>
          <Button
            variant="secondary"
            size="sm"
            ref={trigger}
            aria-label={`Remove ${name}`}
            onClick={ask}
          >
            Remove…
          </Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmBox
          question={`Remove the passkey “${name}”? It opens nothing from then on.`}
          confirmLabel="Remove"
          busy={removal.isPending}
          busyLabel="Removing…"
          onConfirm={() => void remove()}
          onCancel={cancel}
        />
      )}
      {isRenaming && (
        <Suspense>
          <RenamePasskeyDialog passkey={passkey} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </li>
  )
}
