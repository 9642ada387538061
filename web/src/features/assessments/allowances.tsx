import type { Waiver } from '@frontdesk/contract/attempts'
import type { Test } from '@frontdesk/contract/assessments'
import { useQuery } from '@tanstack/react-query'
import { Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { GrantDialog, WaiveDialog } from './allowance-dialogs.tsx'
import { grantsQuery, useEndWaiver, waiversQuery } from './assessments.taking.api.ts'

/** Extra attempts that people were given. */
export function Grants({ test }: { test: Test }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery(grantsQuery(test.id))
  return (
    <Section
      title="Extra attempts"
      actions={
        <Button variant="secondary" size="sm" icon={Plus} onClick={() => setOpen(true)}>
          Grant Attempts
        </Button>
      }
    >
      <AllowanceList
        error={error}
        empty="Nobody was given extra attempts."
        rows={data?.map((grant) => ({
          id: grant.id,
          person: grant.person_name,
          what: grant.attempts === 1 ? '1 attempt' : `${grant.attempts} attempts`,
          reason: grant.reason,
          by: `${grant.granted_by_name}, ${formatDate(grant.created_at)}`,
        }))}
      />
      {open && <GrantDialog test={test} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Who need not take the test. */
export function Waivers({ test }: { test: Test }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery(waiversQuery(test.id))
  return (
    <Section
      title="Waived"
      actions={
        <Button variant="secondary" size="sm" icon={Plus} onClick={() => setOpen(true)}>
          Waive
        </Button>
      }
    >
      <AllowanceList
        error={error}
        empty="Nobody is excused from this test."
        rows={data?.map((waiver) => ({
          id: waiver.id,
          person: waiver.person_name,
          what: null,
          reason: waiver.reason,
          by: `${waiver.waived_by_name}, ${formatDate(waiver.created_at)}`,
          waiver,
        }))}
      />
      {open && <WaiveDialog test={test} onClose={() => setOpen(false)} />}
    </Section>
  )
}

type AllowanceRow = {
  id: string
  person: string
  what: string | null
  reason: string | null
  by: string
  waiver?: Waiver
}
type AllowanceListProps = { rows?: AllowanceRow[]; error: Error | null; empty: string }

function AllowanceList({ rows, error, empty }: AllowanceListProps) {
  if (!rows) {
    return error && <p className="text-danger">{messageOf(error, 'An error occurred')}</p>
  }
  if (rows.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1 px-4 py-3">
          <span className="flex items-baseline justify-between gap-4">
            <span className="font-medium">{row.person}</span>
            {row.what && <span className="text-sm tabular-nums">{row.what}</span>}
          </span>
          {row.reason && <span className="wrap-anywhere">{row.reason}</span>}
          <span className="text-sm text-muted">{row.by}</span>
          {row.waiver && <EndWaiver waiver={row.waiver} />}
        </li>
      ))}
    </ul>
  )
}

function EndWaiver({ waiver }: { waiver: Waiver }) {
  const [asking, setAsking] = useState(false)
  const end = useEndWaiver(waiver.test_id)
  if (!asking) {
    return (
      <Button
        variant="ghost"
        size="sm"
        icon={Undo2}
        className="-ml-3 justify-self-start"
        onClick={() => setAsking(true)}
      >
        Take Back<span className="sr-only"> the waiver of {waiver.person_name}</span>
      </Button>
    )
  }
  return (
    <ConfirmBox
      question={`Ask it of ${waiver.person_name} again?`}
      confirmLabel="Take Back"
      busy={end.isPending}
      onConfirm={() =>
        end.mutate(waiver.id, {
          onError: (error) => toast.error(messageOf(error, 'An error occurred')),
        })
      }
      onCancel={() => setAsking(false)}
    />
  )
}
