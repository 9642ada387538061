import type { ListedDraft } from '@frontdesk/contract/drafts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { useIsHere } from '#web/lib/use-is-here.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChosenBar } from '#web/ui/chosen-bar.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { draftTitle } from './draft-title.ts'
import { publishDraft } from '#web/features/editing/drafts.api.ts'

type Failure = { id: string; sentence: string }

/** Which of these drafts are chosen, and publishing them one after the other. */
export function usePublishMany(drafts: ListedDraft[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** Which of how many is under way; published ones leave the list meanwhile. */
  const [progress, setProgress] = useState<{ number: number; of: number } | null>(null)
  const [failures, setFailures] = useState<Failure[]>([])
  const refresh = useRefresh('drafts', 'policies', 'trainings', 'me')
  const isHere = useIsHere()
  const ready = drafts.filter(({ id }) => chosen.has(id))

  const publish = async () => {
    const failed: Failure[] = []
    setFailures([])
    for (const [index, draft] of ready.entries()) {
      if (!isHere.current) break
      setProgress({ number: index + 1, of: ready.length })
      try {
        // As it is listed: what somebody saved since is for them to look at first.
        const as = { overwrite: false, etag: `"${draft.revision}"` }
        // oxlint-disable-next-line no-await-in-loop -- how far it is can be seen, and leaving the page ends it
        await publishDraft(draft.id, as)
      } catch (error) {
        const sentence = failureOf(error, 'It was not published. Please try again.')
        failed.push({ id: draft.id, sentence: `“${draftTitle(draft)}”: ${sentence}` })
      }
    }
    await refresh()
    setProgress(null)
    setFailures(failed)
    setChosen(new Set(failed.map(({ id }) => id)))
    const published = ready.length - failed.length
    if (published > 0 && isHere.current) toast.success(`${countedDrafts(published)} published.`)
  }
  return {
    ready,
    progress,
    failures,
    choose: (ids: string[], on: boolean) =>
      setChosen(new Set([...chosen].filter((id) => !ids.includes(id)).concat(on ? ids : []))),
    dismiss: () => setFailures([]),
    publish,
  }
}

const countedDrafts = (count: number) => (count === 1 ? '1 draft' : `${count} drafts`)

type PublishMany = ReturnType<typeof usePublishMany>

/** What was not published, and why. */
export function PublishNews({ failures, dismiss }: PublishMany) {
  if (failures.length === 0) return null
  return (
    <div className="mb-6">
      <ErrorPanel
        title={`${countedDrafts(failures.length)} could not be published`}
        onDismiss={dismiss}
      >
        <ul className="grid gap-1">
          {failures.map(({ id, sentence }) => (
            <li key={id}>{sentence}</li>
          ))}
        </ul>
      </ErrorPanel>
    </div>
  )
}

/** Publishes all that are chosen. */
export function PublishBar({ ready, progress, choose, publish }: PublishMany) {
  const [isAsking, setAsking] = useState(false)
  const ids = ready.map(({ id }) => id)
  const isNew = ready.every(({ item_id: itemId }) => itemId === null)
  const isBusy = progress !== null
  if (ready.length === 0 && !isBusy) return null
  return (
    <ChosenBar label="Chosen drafts">
      <output className="grow font-medium tabular-nums">
        {progress ? `Publishing ${progress.number} of ${progress.of}…` : `${ready.length} chosen`}
      </output>
      <Button size="sm" busy={isBusy} onClick={() => setAsking(true)}>
        {`Publish ${countedDrafts(progress?.of ?? ready.length)}`}
      </Button>
      <IconButton
        size="sm"
        icon={X}
        label="Choose none"
        disabled={isBusy}
        onClick={() => choose(ids, false)}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Publish ${countedDrafts(ready.length)}?`}
        question={
          isNew
            ? 'Everybody can read them from then on. Nobody has to sign one before you ask for it.'
            : 'Everybody can read them from then on. Changes to what is live take the place of what is there.'
        }
        confirmLabel="Publish"
        onConfirm={() => {
          setAsking(false)
          void publish()
        }}
      />
    </ChosenBar>
  )
}
