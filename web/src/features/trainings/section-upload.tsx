import { UploadProgress } from '#web/features/editing/upload-progress.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import type { SectionFile } from './use-section-file.ts'

type SectionUploadProps = { state: SectionFile; onRetry: (file: File) => void }

/** How far a section's file is, or why it isn't there. */
export function SectionUpload({ state, onRetry }: SectionUploadProps) {
  const { upload, isSending, cancel, dismiss } = state
  return (
    <>
      <div className={isSending ? 'grid min-w-0 gap-1' : 'sr-only'}>
        {/* Always there, so that what comes into it is read out. */}
        <output className="truncate text-sm text-muted">
          {isSending && (
            <>
              Uploading <bdi>{upload?.file.name}</bdi>
            </>
          )}
        </output>
        {isSending && upload && (
          <UploadProgress name={upload.file.name} share={upload.share} onCancel={cancel} />
        )}
      </div>
      {upload?.problem && (
        <ErrorPanel
          title={`Failed to upload “${upload.file.name}”`}
          onRetry={() => onRetry(upload.file)}
          onDismiss={dismiss}
        >
          {upload.problem}
        </ErrorPanel>
      )}
    </>
  )
}
