import { UploadProgress } from '#web/features/editing/upload-progress.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import type { PictureUploads } from './use-picture-uploads.ts'

/** How far a text's pictures are, and why one is not there. */
export function PictureUploadList({ state }: { state: PictureUploads }) {
  const { uploads, retry, dismiss } = state
  const underWay = uploads.filter(({ problem }) => problem === null)
  const [first] = underWay
  return (
    <>
      <div className={first ? 'grid min-w-0 gap-1' : 'sr-only'}>
        {/* Always there, so that what comes into it is read out. */}
        <output className="truncate text-sm text-muted">
          {first && (
            <>
              Uploading <bdi>{first.file.name}</bdi>
              {underWay.length > 1 && ` and ${underWay.length - 1} more`}
            </>
          )}
        </output>
        {underWay.map((upload) => (
          <UploadProgress
            key={upload.id}
            name={upload.file.name}
            share={upload.share}
            onCancel={() => dismiss(upload)}
          />
        ))}
      </div>
      {uploads.map(
        (upload) =>
          upload.problem !== null && (
            <ErrorPanel
              key={upload.id}
              title={`Failed to upload “${upload.file.name}”`}
              onRetry={upload.canRetry ? () => retry(upload) : undefined}
              onDismiss={() => dismiss(upload)}
            >
              {upload.problem}
            </ErrorPanel>
          ),
      )}
    </>
  )
}
