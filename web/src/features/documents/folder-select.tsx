import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Field, Select } from '#web/ui/field.tsx'
import { foldersQuery } from './folders.api.ts'

type FolderFieldProps = ComponentProps<'select'> & {
  error?: string
  /** Where the document is now; it is offered before the list of folders is there. */
  current?: { id: string | null; name: string | null }
}

/** Which folder a document is put into; nothing is asked where there are none. */
export function FolderField({ error, current, ...props }: FolderFieldProps) {
  const { data } = useQuery(foldersQuery())
  const folders = data?.folders ?? []
  const isMissing = current?.id && !folders.some(({ id }) => id === current.id)
  if (folders.length === 0 && !isMissing && !error) return null
  return (
    <Field label="Folder" optional error={error}>
      <Select {...props}>
        <option value="">No folder</option>
        {isMissing && <option value={current.id!}>{current.name}</option>}
        {folders.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
