import type { Document } from '@frontdesk/contract/documents'
import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { classes } from '#web/ui/classes.ts'
import { iconOf } from './file-icon.ts'
import { thumbnailQuery } from './documents.api.ts'

/** A picture of the file, or a sheet with the mark of its kind; it says nothing that the words don't. */
export function DocumentThumbnail({ document }: { document: Document }) {
  const { data: picture } = useQuery(thumbnailQuery(document))
  return (
    <div
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
