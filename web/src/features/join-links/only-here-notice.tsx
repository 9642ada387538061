import { Notice } from '#web/ui/error-panel.tsx'
import { leadsNowhereElse } from './join-link-words.ts'

/** Says so where phones could not follow a link. */
export function OnlyHereNotice({ link }: { link: string }) {
  if (!leadsNowhereElse(link)) return null
  return (
    <Notice tone="warning">
      This address opens on this computer only. Have PUBLIC_URL set to the address that others use,
      and the link and its code change with it.
    </Notice>
  )
}
