import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'

type FormFooterProps = {
  saveLabel: string
  busyLabel: string
  /** What has failed when there is a problem. */
  failure: string
  problem: string | null
  isSaving: boolean
  onDismiss: () => void
  onCancel: () => void
  cancelLabel?: string
  /** Between the two buttons: what else can be done with the form. */
  actions?: ReactNode
  /** Above the buttons: what keeps the form from being saved. */
  children?: ReactNode
  /** Beside them. */
  note?: ReactNode
}

/** The buttons of a long form, always in sight, and what became of saving. */
export function FormFooter(props: FormFooterProps) {
  const { saveLabel, busyLabel, failure, problem, isSaving, onDismiss, onCancel } = props
  const { cancelLabel = 'Cancel', actions } = props
  return (
    <div className="foot-bar -mx-1 grid gap-3 border-t border-line px-1 py-4">
      {props.children}
      {problem && (
        <ErrorPanel title={failure} onDismiss={onDismiss}>
          {problem}
        </ErrorPanel>
      )}
      {/* Three of them stay in one row of a phone: the page leaves room for no more. */}
      <div className="flex flex-wrap items-center gap-2 max-sm:*:grow max-sm:*:px-3">
        <Button type="submit" busy={isSaving} busyLabel={busyLabel}>
          {saveLabel}
        </Button>
        {actions}
        <Button variant="secondary" disabled={isSaving} onClick={onCancel}>
          {cancelLabel}
        </Button>
        {props.note}
      </div>
    </div>
  )
}
