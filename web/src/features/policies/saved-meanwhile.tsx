import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import type { LoadedPolicy } from './policy-editor.tsx'
import { textsOf } from './policy-texts.ts'
import type { PolicyFormState } from './use-policy-form.ts'

type SavedMeanwhileProps = {
  state: PolicyFormState
  /** The newest that the server has said. */
  loaded: LoadedPolicy
  onCompare: () => void
}

/** Somebody saved while this form was open: an untouched form follows, a touched one is told. */
export function SavedMeanwhile({ state, loaded, onCompare }: SavedMeanwhileProps) {
  const { base, isDirty, setBase, fill } = state
  const isBehind = loaded.etag !== base.etag
  useEffect(() => {
    if (!isBehind || isDirty) return
    const texts = textsOf(loaded.policy)
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
      {loaded.policy.last_updated_by_name ?? 'Somebody'} saved this policy after you began to edit
      it. Nothing of yours is lost.
    </Notice>
  )
}
