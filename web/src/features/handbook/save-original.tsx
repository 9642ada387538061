import type { ListedImport } from '@frontdesk/contract/imports'
import { SaveButton } from '#web/ui/save-button.tsx'
import { saveOriginal } from './imports.api.ts'

/** The file as it was uploaded. */
export function SaveOriginal({ file }: { file: ListedImport }) {
  return (
    <SaveButton
      name={file.file_name}
      save={async () => saveOriginal(file)}
      failure="The file was not downloaded."
    />
  )
}
