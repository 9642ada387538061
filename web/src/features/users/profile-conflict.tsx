import type { Path, PathValue, UseFormReturn } from 'react-hook-form'
import { EditConflict } from '#web/features/editing/saving.tsx'

type ProfileConflictProps<Values extends Record<string, string>> = {
  form: UseFormReturn<Values>
  /** What the form began with, and what somebody else has saved since. */
  before: Values
  theirs: Values
  labels: Record<string & keyof Values, string>
  onSettled: () => void
}

/** Somebody else has saved the same profile: what one typed stays, the rest becomes theirs. */
export function ProfileConflict<Values extends Record<string, string>>({
  form,
  before,
  theirs,
  labels,
  onSettled,
}: ProfileConflictProps<Values>) {
  const mine = form.getValues()
  // On top of theirs: what is typed stays unsaved.
  const fill = (values: Values) => {
    form.reset(theirs)
    for (const [name, value] of Object.entries(values)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- names and values of this form
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      })
    }
  }
  return (
    <EditConflict
      what="profile"
      theirs={{ texts: theirs, etag: null, savedBy: null }}
      state={{
        texts: mine,
        isDirty: true,
        base: { etag: null },
        setBase: () => fill(keepTyped(mine, before, theirs)),
        fill,
      }}
      news="What you typed is still in the form."
      onSettled={onSettled}
    >
      {() => <Differences mine={mine} theirs={theirs} labels={labels} />}
    </EditConflict>
  )
}

type DifferencesProps = Record<'mine' | 'theirs' | 'labels', Record<string, string>>

function Differences({ mine, theirs, labels }: DifferencesProps) {
  const names = Object.keys(labels).filter((name) => mine[name] !== theirs[name])
  if (names.length === 0) return null
  return (
    <table className="w-full table-fixed border-collapse text-start text-sm">
      <caption className="sr-only">What differs</caption>
      <thead>
        <tr className="border-b border-warning-line text-muted">
          <th scope="col" className="w-24 py-1 pr-3 text-start font-medium">
            Field
          </th>
          <th scope="col" className="py-1 pr-3 text-start font-medium">
            Saved
          </th>
          <th scope="col" className="py-1 text-start font-medium">
            In this form
          </th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} className="align-top">
            <th scope="row" className="py-1 pr-3 text-start font-medium">
              {labels[name]}
            </th>
            <td className="py-1 pr-3 wrap-anywhere">{theirs[name] || '–'}</td>
            <td className="py-1 wrap-anywhere">{mine[name] || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What was typed since `before`, and the rest as somebody else has it now. */
function keepTyped<Values extends object>(mine: Values, before: Values, theirs: Values): Values {
  const old = new Map(Object.entries(before))
  const typed = Object.entries(mine).filter(([name, value]) => value !== old.get(name))
  return { ...theirs, ...Object.fromEntries(typed) }
}
