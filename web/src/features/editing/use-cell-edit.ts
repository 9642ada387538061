import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { type CellEdit, ChangedMeanwhile } from './cell-edit.ts'

type Editing = {
  draft: string
  /** What the editor began with, or has seen since. */
  before: string
  step: 'typing' | 'asking' | 'saving'
  problem: string | null
  /** Whether somebody else changed it, and what to, where known. */
  conflict: { now: string | undefined } | null
}

/** A cell being changed: begun, given up, checked, confirmed and saved; what was typed is never lost. */
export function useCellEdit(edit: CellEdit, onSaved: () => void = nothing) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const patch = (change: Partial<Editing>) =>
    setEditing((current) => current && { ...current, ...change })

  const save = async (draft: string, before: string) => {
    patch({ step: 'saving', problem: null, conflict: null })
    try {
      await edit.save(draft, before)
      setEditing(null)
      onSaved()
    } catch (error) {
      if (error instanceof ChangedMeanwhile) patch({ step: 'typing', conflict: { now: error.now } })
      else patch({ step: 'typing', problem: failureOf(error, `Failed to save the ${edit.name}`) })
    }
  }
  const submit = async () => {
    if (editing?.step !== 'typing') return
    const draft = editing.draft.trim()
    if (draft === editing.before) {
      setEditing(null)
      onSaved()
      return
    }
    const problem = edit.check?.(draft)
    if (problem) return patch({ problem })
    if (edit.confirm?.(draft)) return patch({ draft, step: 'asking' })
    await save(draft, editing.before)
  }
  const now = editing?.conflict?.now ?? edit.value
  return {
    editing,
    /** What somebody else has made of it. */
    now,
    question: editing?.step === 'asking' ? edit.confirm?.(editing.draft) : undefined,
    begin: () =>
      setEditing({
        draft: edit.value,
        before: edit.value,
        step: 'typing',
        problem: null,
        conflict: null,
      }),
    cancel: () => setEditing(null),
    type: (draft: string) => patch({ draft, problem: null }),
    submit,
    /** Yes, to what `confirm` asked. */
    confirm: async () => editing && save(editing.draft, editing.before),
    decline: () => patch({ step: 'typing' }),
    /** Over what somebody else has saved. */
    insist: async () => {
      patch({ before: now })
      if (editing) await save(editing.draft.trim(), now)
    },
  }
}

const nothing = () => undefined

export type CellEditState = ReturnType<typeof useCellEdit>
