import type { Import } from '@frontdesk/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { ImportRow } from './import-row.tsx'
import { importQuery } from './imports.api.ts'
import { ReviewForm } from './review-form.tsx'

/** A file that was brought in, looked through beside the original before anything is kept. */
export function ReviewPage() {
  const { id } = useParams({ from: '/shell/policies/import/$id' })
  const { data, error, refetch } = useQuery(importQuery(id))
  return (
    <>
      <PageHeader
        title={data ? <bdi className="wrap-anywhere">{data.file_name}</bdi> : 'Handbook'}
        description="Compare, leave out what you don’t want, and give each part its title. Nothing is kept until you say so."
        back={{ to: '/policies/import', label: 'Bring your handbook' }}
      />
      <LoadState
        of={{ data, error, refetch }}
        failure="Failed to load this file"
        waiting={<CardSkeleton />}
      />
      {data && <Loaded key={id} file={data} />}
    </>
  )
}

function Loaded({ file }: { file: Import }) {
  // What is kept is not there any more; who keeps it goes on to the drafts, and who splits it loses nothing.
  const [read, setRead] = useState<Import | null>(null)
  if (read === null && file.state === 'ready') setRead(file)
  if (read) return <ReviewForm file={read} />
  if (file.state === 'kept') {
    return (
      <EmptyState
        icon={FileQuestion}
        title="This file became drafts"
        action={
          <ButtonLink to="/drafts" search={{ kind: 'policy' }}>
            Drafts
          </ButtonLink>
        }
      >
        What was read in it is in the drafts and policies that were made of it. The original stays
        under “Bring your handbook”.
      </EmptyState>
    )
  }
  return (
    <ul className="max-w-4xl">
      <ImportRow file={file} />
    </ul>
  )
}
