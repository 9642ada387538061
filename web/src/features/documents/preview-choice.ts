import { PREVIEW_TYPES } from '@frontdesk/contract/constants'
import type { Document } from '@frontdesk/contract/documents'
import { useState } from 'react'
import { browserStore } from '#web/lib/browser-store.ts'

const KEY = 'document-preview'

/** A picture comes as a whole; a larger one waits until somebody asks for it. Bytes. */
const MOST_AT_ONCE = 20 * 1024 * 1024

/**
 * Whether the preview is shown: at once, unless this browser's last word was to hide it, or it would take
 * long to come.
 */
export function usePreviewChoice({ file_type: type, file_size: size }: Document) {
  const canPreview = PREVIEW_TYPES.includes(type)
  const isQuick = type === 'pdf' || size <= MOST_AT_ONCE
  const [isShown, setIsShown] = useState(
    canPreview && isQuick && browserStore()?.getItem(KEY) !== 'hidden',
  )
  const show = (next: boolean) => {
    if (next) browserStore()?.removeItem(KEY)
    else browserStore()?.setItem(KEY, 'hidden')
    setIsShown(next)
  }
  return { canPreview, isShown, show }
}
