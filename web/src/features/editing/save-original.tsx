import type { ListedImport } from '@frontdesk/contract/imports'
import { download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { SaveButton } from '#web/ui/save-button.tsx'

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

/** Hands the file as it was uploaded to the person's own disk. */
async function saveOriginal({ id, file_name: name }: ListedImport): Promise<void> {
  const { blob } = await download('GET /imports/:id/file', { params: { id } })
  saveAs(blob, name)
}
