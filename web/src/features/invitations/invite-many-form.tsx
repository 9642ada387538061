import type { InvitationResult } from '@frontdesk/contract/invitations'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { roleLabels, roleOptions } from '#web/lib/roles.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Field, Select, TextArea } from '#web/ui/field.tsx'
import { useInviteMany, usePreviewInvitations } from './invitations.api.ts'
import { readLines } from './read-lines.ts'

/** Far above the longest list that the server takes at once. */
const MOST_FILE_BYTES = 500_000

export function InviteManyForm() {
  const [text, setText] = useState('')
  const [role, setRole] = useState('agent')
  const [problem, setProblem] = useState<string | null>(null)
  const preview = usePreviewInvitations()
  const sending = useInviteMany()
  const lines = readLines(text, role)

  /** What was checked or sent no longer stands for what is typed. */
  const change = (apply: () => void) => {
    apply()
    setProblem(null)
    preview.reset()
    sending.reset()
  }
  const check = () => {
    if (lines.length === 0) return setProblem('Please paste at least one address')
    preview.mutate(lines)
  }
  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const file = input.files?.[0]
    input.value = ''
    if (!file) return
    if (file.size > MOST_FILE_BYTES) return setProblem('This file is too large to be a list')
    const content = await file.text()
    change(() => setText(content))
  }
  const send = () => {
    const ready = preview.data?.results.filter(({ outcome }) => outcome === 'ready') ?? []
    sending.mutate(
      ready.map(({ email, name, role: of }) => ({ email, name, role: of })),
      { onSuccess: () => setText('') },
    )
  }
  return (
    <div className="grid gap-5">
      <Field
        label="People"
        hint="Addresses as mail programs write them, or a CSV file with the columns email, name and role."
        error={problem}
      >
        <TextArea
          rows={6}
          spellCheck={false}
          placeholder={'Maya Okafor <maya@example.com>, ben@example.com\njo@example.com, admin'}
          value={text}
          onChange={(event) => change(() => setText(event.target.value))}
        />
      </Field>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Role where none is given" className="grow basis-48">
          <Select value={role} onChange={(event) => change(() => setRole(event.target.value))}>
            {roleOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <FileButton onChange={(event) => void readFile(event)} />
        <Button busy={preview.isPending} busyLabel="Checking…" onClick={check}>
          Check the List
        </Button>
      </div>
      <Refusal error={preview.error} />
      {sending.data ? (
        <Sent results={sending.data.results} />
      ) : (
        preview.data && (
          <InvitationPreview
            results={preview.data.results}
            busy={sending.isPending}
            onSend={send}
          />
        )
      )}
      <Refusal error={sending.error} />
    </div>
  )
}

const Refusal = ({ error }: { error: Error | null }) =>
  error && <ErrorPanel>{failureOf(error, 'Failed to invite user')}</ErrorPanel>

function FileButton({ onChange }: { onChange: (event: ChangeEvent<HTMLInputElement>) => void }) {
  return (
    <label className="inline-flex h-10 cursor-pointer items-center rounded-md border border-line-strong bg-surface px-4 font-medium transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) pointer-coarse:h-11">
      Choose a CSV File
      <input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="sr-only"
        onChange={onChange}
      />
    </label>
  )
}

type Results = NonNullable<ReturnType<typeof useInviteMany>['data']>['results']

function Sent({ results }: { results: Results }) {
  const invited = results.filter(({ outcome }) => outcome === 'invited').length
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  return (
    <Notice tone={refused.length > 0 ? 'warning' : 'success'}>
      <p>{invited === 1 ? '1 person is invited.' : `${invited} people are invited.`}</p>
      {refused.map(({ email, problem }) => (
        <p key={email} className="text-muted">
          {email}: {problem}
        </p>
      ))}
    </Notice>
  )
}

type InvitationPreviewProps = { results: InvitationResult[]; busy: boolean; onSend: () => void }

/** What would become of each line, before anybody is written to. */
function InvitationPreview({ results, busy, onSend }: InvitationPreviewProps) {
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
