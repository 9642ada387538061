import type { Policy } from '@frontdesk/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { foundParagraphQuery, paragraphsQuery } from './policies.api.ts'

/** Says so where the address names a paragraph that the text no longer has, and leads to where it was. */
export function LostParagraph({ policy }: { policy: Policy }) {
  const named = useLocation({ select: ({ hash }) => hash })
  const { data: paragraphs } = useQuery(paragraphsQuery(policy.id, policy.version))
  const isLost =
    named.startsWith('p-') && paragraphs && paragraphs.every(({ anchor }) => anchor !== named)
  const { data: last, error } = useQuery({
    ...foundParagraphQuery(policy.id, named),
    enabled: Boolean(isLost),
  })
  if (!isLost) return null
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (isUnknown) {
    return <Line>The link leads to a paragraph that no version of this policy has.</Line>
  }
  if (!last || last.version >= policy.version) return null
  return (
    <Line
      action={
        <ButtonLink
          to="/policies/$id/history"
          params={{ id: policy.id }}
          search={{ from: String(last.version), to: String(last.version + 1) }}
          variant="secondary"
          size="sm"
        >
          Show version {last.version}
        </ButtonLink>
      }
    >
      That paragraph is not in this version any more. Version {last.version} was the last that had
      it.
    </Line>
  )
}

type LineProps = { children: ReactNode; action?: ReactNode }

const Line = (props: LineProps) => (
  <div data-print="no" className="mb-6">
    <Notice tone="warning" {...props} />
  </div>
)
