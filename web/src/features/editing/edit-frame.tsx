import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'
import { MissingPage } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'

type EditFrameProps<Loaded> = {
  id: string
  query: UseQueryResult<Loaded>
  /** What the page does, such as `Edit Policy`. */
  title: string
  /** What is edited, for the browser's tab, too; left out where it has no name. */
  nameOf?: (loaded: Loaded) => string
  /** Left out: the name of what is edited. */
  description?: string
  back: { to: string; label: string }
  /** What has failed where there is nothing to edit, or what stands in the place of the page then. */
  missing: string | ComponentType<{ id: string; error: Error; onRetry: () => void }>
  /** What has to be known before anything is changed. */
  news?: ReactNode
  /** The editor; it begins anew with another item. */
  children: (loaded: Loaded) => ReactNode
}

/** The page around the editor of one item. */
export function EditFrame<Loaded>(props: EditFrameProps<Loaded>) {
  const { id, query, title, nameOf, description, back, missing, news, children } = props
  const { data, error, isFetchedAfterMount, refetch } = query
  const name = data && nameOf?.(data)
  usePageTitle(name === undefined ? title : `Edit ${name}`)
  // An editor that is open keeps what was typed, whatever becomes of the item.
  if (error && !data) {
    const retry = () => void refetch()
    if (typeof missing === 'string') {
      return (
        <MissingPage what={title} error={error} failure={missing} onRetry={retry} list={back.to} />
      )
    }
    const Missing = missing
    return <Missing id={id} error={error} onRetry={retry} />
  }
  return (
    <>
      <PageHeader title={title} description={description ?? name ?? NO_NAME_YET} back={back} />
      {data && news}
      {/* Editing begins on what the server has now, not on what this browser remembers. */}
      {data && isFetchedAfterMount ? (
        <Fragment key={id}>{children(data)}</Fragment>
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

/** As tall as the name that comes. */
const NO_NAME_YET = '\u00A0'
