import type { ApiKey, ApiKeyState } from '@frontdesk/contract/api-keys'
import { SCOPE_AREAS, type ScopeArea } from '@frontdesk/contract/scopes'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { RevokeDialog } from '#web/features/admin/revoke-dialog.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { formatDate, formatTime } from '#web/lib/format.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type Column, CursorPager, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { apiKeysQuery, useRevokeApiKey } from './api-keys.api.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** Which programs call in whose name, and what they may do. */
export function ProgramsPage() {
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  return (
    <SettingsFrame title="Programs">
      <section aria-labelledby="programs">
        <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div className="max-w-[60ch]">
            <h2 id="programs" className="text-xl font-semibold">
              Programs
            </h2>
            <p className="mt-1 text-muted">
              A program calls with a key instead of signing in: in your name, and of what you may do
              only what the key is made for.{' '}
              <a className={textLink} href="/api/docs">
                What there is to call
              </a>
              .
            </p>
          </div>
          <Button icon={KeyRound} onClick={() => setIsMaking(true)}>
            New Key
          </Button>
        </div>
        <KeyList />
      </section>
      {isMaking && (
        <NewKeyDialog
          onClose={() => setIsMaking(false)}
          onCreated={({ name, key }) => {
            setIsMaking(false)
            setMade({ name, secret: key })
          }}
        />
      )}
      {made && <MadeDialog {...made} onClose={() => setMade(null)} />}
    </SettingsFrame>
  )
}

/** The only time that the key is shown. */
function MadeDialog({
  name,
  secret,
  onClose,
}: {
  name: string
  secret: string
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`The key for ${name}`}
      description="It is shown only now, and kept nowhere. Whoever has it can do what you chose in your name."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <Field label="Key" hint="Sent as the header Authorization: Bearer, never in an address.">
        <span className="flex items-center gap-2">
          <TextInput
            readOnly
            className="font-mono"
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label="Copy the key" text={secret} />
        </span>
      </Field>
    </Dialog>
  )
}

/** Everybody's keys, newest first. */
function KeyList() {
  const stack = useCursorStack('')
  const query = useQuery(apiKeysQuery(stack.cursor))
  const revoke = useRevokeApiKey()
  const [doomed, setDoomed] = useState<ApiKey | null>(null)
  if (query.error && !query.data) return <LoadState of={query} failure="Failed to load the keys" />
  return (
    <>
      <DataTable
        caption="API keys"
        columns={columnsFor(setDoomed)}
        rows={query.data?.data ?? []}
        rowKey={({ id }) => id}
        loading={query.isPending}
        empty={
          <EmptyState icon={KeyRound} title="No key yet">
            Make one for a script, a report or another program. It ends by itself, and you can
            revoke it at any time.
          </EmptyState>
        }
      />
      <CursorPager stack={stack} answer={query.data} />
      <RevokeDialog
        doomed={doomed}
        noun="key"
        question={({ name }) =>
          `${name} can do nothing more with it from this moment on. A key that is revoked never comes back.`
        }
        named={({ name }) => `The key for ${name}`}
        failure="Failed to revoke the key"
        revoke={revoke}
        onClose={() => setDoomed(null)}
      />
    </>
  )
}

const states: Record<ApiKeyState, { label: string; tone: Tone }> = {
  open: { label: 'Good', tone: 'success' },
  ended: { label: 'Ended', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  owner_gone: { label: 'Owner left', tone: 'warning' },
}

const isArea = (area: string): area is ScopeArea => Object.hasOwn(SCOPE_AREAS, area)
const nameOf = (area: string) => (isArea(area) ? SCOPE_AREAS[area].name : area)

/** What it may do, in a line for each kind. */
function mayOf(scopes: string[]): { kind: string; areas: string }[] {
  const of = (kind: string) =>
    scopes
      .filter((scope) => scope.endsWith(`:${kind}`))
      .map((scope) => nameOf(scope.split(':')[0]!))
      .join(', ')
  return [
    { kind: 'Reads', areas: of('read') },
    { kind: 'Changes', areas: of('write') },
  ].filter(({ areas }) => areas !== '')
}

const columnsFor = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    key: 'name',
    header: 'For',
    shrinks: 'person',
    cell: ({ name, begins, owner_name: owner, created_at: at }) => (
      <div>
        <span className="block font-medium wrap-anywhere">{name}</span>
        <code className="block text-sm text-muted cards:wrap-anywhere rows:truncate">
          {begins}…
        </code>
        <span className="block text-sm text-muted">
          Of {owner}, {formatDate(at)}
        </span>
      </div>
    ),
  },
  {
    key: 'scopes',
    header: 'May',
    shrinks: 'title',
    cell: ({ scopes }) => (
      <div className="grid gap-1">
        {mayOf(scopes).map(({ kind, areas }) => (
          <span key={kind} className="block">
            <span className="text-muted">{kind}</span> {areas}
          </span>
        ))}
      </div>
    ),
  },
  {
    key: 'expires_at',
    header: 'Until',
    cell: ({ expires_at: at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatDate(at)}
      </time>
    ),
  },
  {
    key: 'last_used_at',
    header: 'Last used',
    cell: ({ last_used_at: at, last_used_ip: ip }) =>
      at === null ? (
        'Never'
      ) : (
        <div>
          <time dateTime={at}>
            <span className="whitespace-nowrap">{formatDate(at)}</span>{' '}
            <span className="whitespace-nowrap">{formatTime(at)}</span>
          </time>
          <span className="block text-sm wrap-anywhere text-muted">From {ip}</span>
        </div>
      ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    actions: 'framed',
    cell: (row) => (
      <Button
        variant="secondary"
        size="sm"
        disabled={row.state !== 'open'}
        onClick={() => onRevoke(row)}
      >
        Revoke<span className="sr-only"> the key for {row.name}</span>
      </Button>
    ),
  },
]
