import { useState } from 'react'
import { failureOf, isEditConflict } from '#web/lib/api-error.ts'

/** How a cell is filled in. */
export type CellInput =
  | { type: 'text'; maxLength: number; suggestions?: string[] }
  | { type: 'date'; min?: string }
  | { type: 'select'; options: readonly { value: string; label: string }[] }

/** One field of one row that can be changed where it stands. */
export type CellEdit = {
  /** Such as `title`. */
  name: string
  /** Whose it is, such as `Wire fraud`. */
  of: string
  /** As the list has it; empty for none. */
  value: string
  input: CellInput
  /** What is wrong with a value, as a sentence. */
  check?: (value: string) => string | undefined
  /** What is asked before a value is saved; nothing where nothing follows from it. */
  confirm?: (value: string) => { title: string; question: string; label: string } | undefined
  /**
   * Saves a value that is to follow `before`.
   * @throws ChangedMeanwhile where it is not `before` any more
   */
  save: (value: string, before: string) => Promise<unknown>
}

/** Somebody else has changed the same field since it was shown. */
export class ChangedMeanwhile extends Error {
  /** What it is now, where known; else the list says it. */
  readonly now: string | undefined

  constructor(now?: string) {
    super('Somebody else has changed it in the meantime')
    this.now = now
  }
}

type WholeItem<Item> = {
  /** The item as it is now, with the `ETag` that saving it names. */
  load: () => Promise<Item>
  valueOf: (item: Item) => string
  save: (item: Item) => Promise<unknown>
  /** Asks again for what lists show of it; also after a refusal, which says that they are old. */
  refresh: () => Promise<unknown>
}

/**
 * Changes one field of something that is saved as a whole: on top of the newest, so that what others changed
 * beside it stays.
 */
export async function saveOneField<Item>(item: WholeItem<Item>, before: string): Promise<void> {
  try {
    await saveOnNewest(item, before)
  } finally {
    await item.refresh()
  }
}

async function saveOnNewest<Item>(item: WholeItem<Item>, before: string): Promise<void> {
  for (let isLast = false; ; isLast = true) {
    const loaded = await item.load()
    const now = item.valueOf(loaded)
    if (now !== before) throw new ChangedMeanwhile(now)
    try {
      await item.save(loaded)
      return
    } catch (error) {
      // Somebody saved between the two calls: once more on top of theirs.
      if (isLast || !isEditConflict(error)) throw error
    }
  }
}

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
