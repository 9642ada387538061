import type { JoinLink, JoinLinkState } from '@frontdesk/contract/join-links'
import type { Tone } from '#web/ui/badge.tsx'
import { Notice } from '#web/ui/error-panel.tsx'

export const stateWords: Record<JoinLinkState, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'success' },
  used_up: { label: 'Used up', tone: 'neutral' },
  ended: { label: 'Ended', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  maker_gone: { label: 'Maker is no admin', tone: 'warning' },
}

/** How many came by it, such as `3 of 20`. */
export const usedOf = ({ uses, max_uses: most }: JoinLink) =>
  most === null ? String(uses) : `${uses} of ${most}`

/** Whether nobody but this computer can follow a link. */
const leadsNowhereElse = (link: string) =>
  /^(localhost|127\.|\[::1\])/.test(URL.canParse(link) ? new URL(link).hostname : '')

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
