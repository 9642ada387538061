import type { Document } from '@frontdesk/contract/documents'
import { useQuery } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { useIsNear } from '#web/lib/use-is-near.ts'
import { classes } from '#web/ui/classes.ts'
import { iconOf } from './file-icon.ts'
import { thumbnailQuery } from './documents.api.ts'

/** A picture of the file, or a sheet with the mark of its kind; it says nothing that the words don't. */
export function DocumentThumbnail({ document }: { document: Document }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  // Of a long list on a phone most are never seen.
  const isNear = useIsNear(frame, '600px')
  const { data: picture } = useQuery({
    ...thumbnailQuery(document),
    enabled: document.has_thumbnail && isNear,
  })
  return (
    <div
      ref={setFrame}
      aria-hidden="true"
      className={classes(
        'relative grid aspect-[16/10] place-items-center overflow-hidden rounded-t-lg border-b',
        'border-line bg-sunken',
      )}
    >
      {picture ? (
        // Out of the grid, whose row Safari makes as high as the picture.
        <img
          src={picture}
          alt=""
          className="absolute inset-0 size-full object-cover object-top"
          draggable={false}
        />
      ) : (
        createElement(iconOf(document.file_type), {
          className: 'size-9 text-muted',
          strokeWidth: 1.25,
        })
      )}
    </div>
  )
}
