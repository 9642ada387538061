import { useQuery } from '@tanstack/react-query'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Fact, FactGroup } from '#web/ui/facts.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import { mailServerQuery, type LoadedMailServer } from './mail-server.api.ts'

/** Which mail server sends. */
export function MailServerPage() {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(mailServerQuery)
  return (
    <SettingsFrame title="Mail">
      {error && !data && (
        <ErrorPanel title="Failed to load the mail server" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!error && !isFetchedAfterMount && <SkeletonLines lines={12} />}
      {data && isFetchedAfterMount && (
        <section aria-labelledby="mail-server" className="max-w-2xl">
          <h2 id="mail-server" className="text-xl font-semibold">
            Mail
          </h2>
          <p className="mt-1 mb-6 max-w-[60ch] text-muted">
            By which server invitations, reminders and new passwords go out.
          </p>
          {data.data.source === 'environment' ? (
            <SetByEnvironment server={data.data} />
          ) : (
            <MailServerForm loaded={data} />
          )}
        </section>
      )}
    </SettingsFrame>
  )
}

function SetByEnvironment({ server }: { server: LoadedMailServer['data'] }) {
  return (
    <div className="grid gap-6">
      <p>
        This installation was started with <code>SMTP_URL</code>, which decides. To set mail up
        here, take it out of the server’s settings and start the server again.
      </p>
      <FactGroup title="As it is">
        <Fact term="Server">
          {server.host}, port {server.port}
        </Fact>
        <Fact term="Sends as">
          {server.from_name && `${server.from_name}, `}
          {server.from_address}
        </Fact>
      </FactGroup>
    </div>
  )
}
