import type { InvitationResult } from '@frontdesk/contract/invitations'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { roleLabels } from '#web/lib/roles.ts'
import { Button } from '#web/ui/button.tsx'

type InvitationPreviewProps = { results: InvitationResult[]; busy: boolean; onSend: () => void }

/** What would become of each line, before anybody is written to. */
export function InvitationPreview({ results, busy, onSend }: InvitationPreviewProps) {
  const ready = results.filter(({ outcome }) => outcome === 'ready').length
  const refused = results.length - ready
  return (
    <section aria-label="What the list says" className="grid gap-4">
      <p aria-live="polite" className="font-medium">
        {ready === 1 ? '1 person can be invited' : `${ready} people can be invited`}
        {refused > 0 &&
          (refused === 1 ? ', 1 line is left out' : `, ${refused} lines are left out`)}
      </p>
      <ol className="max-h-80 overflow-y-auto rounded-lg border border-line bg-surface">
        {results.map((result, index) => (
          <PreviewLine key={index} number={index + 1} result={result} />
        ))}
      </ol>
      <div>
        <Button disabled={ready === 0} busy={busy} busyLabel="Sending…" onClick={onSend}>
          {ready === 1 ? 'Send 1 Invitation' : `Send ${ready} Invitations`}
        </Button>
      </div>
    </section>
  )
}

function PreviewLine({ number, result }: { number: number; result: InvitationResult }) {
  const { email, name, role, problem } = result
  const Icon = problem ? CircleAlert : CircleCheck
  return (
    <li className="flex items-start gap-3 border-line px-4 py-2.5 not-last:border-b">
      <span className="w-7 shrink-0 text-end text-sm text-muted tabular-nums">{number}</span>
      <Icon
        className={`mt-[0.2em] size-4 shrink-0 ${problem ? 'text-danger' : 'text-success'}`}
        aria-hidden="true"
      />
      <span className="min-w-0 grow">
        {name && <span className="block font-medium wrap-anywhere">{name}</span>}
        <span className="block wrap-anywhere">{email || 'An empty line'}</span>
        {problem && <span className="block text-sm text-danger">{problem}</span>}
      </span>
      <span className="shrink-0 text-sm text-muted">
        {Object.entries(roleLabels).find(([known]) => known === role)?.[1] ?? role}
      </span>
    </li>
  )
}
