import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import type { LoadedProcess } from './process-editor.tsx'
import { textsOf } from './process-texts.ts'
import type { ProcessFormState } from './use-process-form.ts'

type ProcessSavedMeanwhileProps = {
  state: ProcessFormState
  /** The newest that the server has said. */
  loaded: LoadedProcess
  onCompare: () => void
}

/** Somebody saved while this form was open: an untouched form follows, a touched one is told. */
export function ProcessSavedMeanwhile({ state, loaded, onCompare }: ProcessSavedMeanwhileProps) {
  const { base, isDirty, setBase, fill } = state
  const isBehind = loaded.etag !== base.etag
  useEffect(() => {
    if (!isBehind || isDirty) return
    const texts = textsOf(loaded.detail)
    setBase({ texts, etag: loaded.etag })
    fill(texts)
  })
  if (!isBehind || !isDirty) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="secondary" size="sm" onClick={onCompare}>
          Compare
        </Button>
      }
    >
      {loaded.detail.process.last_updated_by_name ?? 'Somebody'} saved this process after you began
      to edit it. Nothing of yours is lost.
    </Notice>
  )
}
