import type { AdminUserDetail } from '@frontdesk/contract/admin-users'
import { CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { Bio } from '#web/ui/bio.tsx'
import { Card, Section } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export function PersonFacts({ person }: { person: AdminUserDetail }) {
  const { email, phone_number: phone, bio, created_at: joined, last_login_at: seen } = person
  return (
    <Section title="About this person">
      <Card>
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1.3fr_1fr_1fr]">
          <Fact label="Email">
            <span className="flex items-start gap-1">
              <a
                href={`mailto:${email}`}
                className="min-w-0 rounded-sm text-accent underline underline-offset-3"
              >
                <EmailText address={email} />
              </a>
              <span className="-my-1.5">
                <CopyButton label="Copy the email address" text={email} />
              </span>
            </span>
            {person.invitation === null && <Verified verified={person.email_verified} />}
          </Fact>
          <Fact label="Phone">{phone ?? <Nothing>None given</Nothing>}</Fact>
          <Fact label={person.invitation === null ? 'Joined' : 'Invited'}>
            <time dateTime={joined}>{formatDateTime(joined)}</time>
          </Fact>
          <Fact label="Last sign-in">
            {seen ? <RelativeTime iso={seen} /> : <Nothing>Never</Nothing>}
          </Fact>
          <Fact label="Second factor">
            {person.has_second_factor ? 'On' : <Nothing>None</Nothing>}
          </Fact>
        </dl>
        {bio && (
          <div className="mt-5 border-t border-line pt-4">
            <Bio source={bio} />
          </div>
        )}
      </Card>
    </Section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <span className="text-muted">{children}</span>
)

function Verified({ verified }: { verified: boolean }) {
  const Icon = verified ? CircleCheck : CircleHelp
  return (
    <span className="flex items-center gap-1.5 text-sm text-muted">
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      {verified ? 'Confirmed' : 'Not confirmed yet'}
    </span>
  )
}
