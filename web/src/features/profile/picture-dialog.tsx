import { useEffect, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { centred } from './crop.ts'
import { croppedPicture, loadPicture } from './cropped-picture.ts'
import { PictureCropper } from './picture-cropper.tsx'
import { useUploadPicture } from './profile.api.ts'

type PictureDialogProps = { file: File; onClose: () => void }

/** Cuts a chosen picture to a square, and uploads that. */
export function PictureDialog({ file, onClose }: PictureDialogProps) {
  const picture = usePicture(file)
  const [crop, setCrop] = useState(centred)
  const upload = useUploadPicture()
  const save = async () => {
    if (!picture.image) return
    try {
      await upload.mutateAsync(await croppedPicture(picture.image, crop))
      toast.success('Your picture is saved.')
      onClose()
    } catch {
      // The panel below says why.
    }
  }
  const { image } = picture
  const size = image && { width: image.naturalWidth, height: image.naturalHeight }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !upload.isPending) onClose()
      }}
      title="Your picture"
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={upload.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!image}
            busy={upload.isPending}
            busyLabel="Saving…"
            onClick={() => void save()}
          >
            Save Picture
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {upload.error && (
          <ErrorPanel title="Failed to upload profile picture" onDismiss={() => upload.reset()}>
            {messageOf(upload.error, 'Please try again.')}
          </ErrorPanel>
        )}
        {picture.failed && (
          <ErrorPanel title="Failed to upload profile picture">
            This file can’t be shown as a picture. Please choose a PNG, JPG or GIF.
          </ErrorPanel>
        )}
        {image && size && (
          <PictureCropper src={image.src} size={size} crop={crop} onChange={setCrop} />
        )}
        {!image && !picture.failed && (
          <Skeleton className="size-64 justify-self-center rounded-lg sm:size-72" />
        )}
      </div>
    </Dialog>
  )
}

function usePicture(file: File) {
  const [state, setState] = useState<{ image?: HTMLImageElement; failed: boolean }>({
    failed: false,
  })
  useEffect(() => {
    let wanted = true
    loadPicture(file).then(
      (image) => wanted && setState({ image, failed: false }),
      () => wanted && setState({ failed: true }),
    )
    return () => {
      wanted = false
    }
  }, [file])
  return state
}
