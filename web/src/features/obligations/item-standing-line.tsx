import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/session/session.tsx'
import { textLink } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { registerPath } from './obligation-params.ts'
import { standingQuery } from './obligations.api.ts'

type ItemStandingLineProps = {
  itemId: string
  /** Such as `signed`. */
  done: string
}

/** For admins: “31 of 38 signed, 4 overdue”, and the way to who they are. */
export function ItemStandingLine({ itemId, done }: ItemStandingLineProps) {
  const isAdmin = canOpenAdmin(useUser())
  const { data, error } = useQuery({ ...standingQuery(itemId), enabled: isAdmin })
  // The item is whole without it; the Admin Panel says what failed.
  if (!isAdmin || (error && !data)) return null
  // A line of the same height: nothing below it moves.
  if (!data)
    return (
      <p className="text-sm" aria-busy="true">
        {'\u00A0'}
      </p>
    )
  const { asked, met, overdue } = data
  if (asked === 0) return <p className="text-sm text-muted">It is required of nobody.</p>
  return (
    <p className="text-sm tabular-nums">
      <PathLink to={registerPath({ item: itemId, state: 'all' })} className={textLink}>
        {met} of {asked} {done}
      </PathLink>
      {overdue > 0 && (
        <>
          {', '}
          <PathLink
            to={registerPath({ item: itemId, state: 'overdue' })}
            className="font-semibold text-danger underline underline-offset-3 hover:decoration-2"
          >
            {overdue} overdue
          </PathLink>
        </>
      )}
    </p>
  )
}
