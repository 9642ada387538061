import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DraftComments } from './draft-comments.tsx'
import type { DraftEditor } from './use-draft-editor.ts'

/** A draft's form with what is said of it beside it. */
export function DraftFrame({ draftId, children }: { draftId: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0">{children}</div>
      <DraftComments draftId={draftId} />
    </div>
  )
}

/** Keeps the form as it is, complete or not. */
function SaveDraftButton({ editor }: { editor: DraftEditor }) {
  return (
    <Button
      variant="secondary"
      busy={editor.isBusy}
      busyLabel="Saving…"
      onClick={() => void editor.save()}
    >
      Save draft
    </Button>
  )
}

/** What the forms of both kinds are told alike. */
export const formProps = (editor: DraftEditor) => ({
  saveLabel: 'Publish now',
  busyLabel: 'Publishing…',
  failure: 'This did not work',
  cancelLabel: 'Close',
  actions: <SaveDraftButton editor={editor} />,
  problem: editor.saving.problem,
  onDismiss: editor.saving.dismiss,
  onSave: async () => editor.publishNow(),
})

/** Two people at one draft: a save of the other one comes while this page is not saving itself. */
export const watched = <State extends { form: object }>(state: State, editor: DraftEditor) => ({
  ...state,
  form: { formState: { isSubmitting: editor.isBusy } },
})
