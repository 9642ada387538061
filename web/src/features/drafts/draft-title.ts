import type { DraftKind } from '@frontdesk/contract/drafts'

/** What a draft is called, with a title or without one yet. */
export const draftTitle = ({ kind, title }: { kind: DraftKind; title: string }): string =>
  title.trim() || `Untitled ${kind}`
