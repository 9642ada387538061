import type { PublicSettings } from '@frontdesk/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { Letterhead } from '#web/features/brokerage/brand-logo.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { joinLinkAddressQuery } from './join-links.api.ts'
import { OnlyHereNotice } from './join-link-words.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'

/** A sheet for the wall: the brokerage's letterhead, and a code to join by. */
export function PosterPage() {
  const { id } = useParams({ from: '/shell/people/join-links/$id/poster' })
  const { data, error } = useQuery(joinLinkAddressQuery(id))
  const { data: settings } = useQuery(publicSettings)
  return (
    <div className="max-w-160">
      <PageHeader
        title="Poster"
        description="Print it, and hang it where your people pass."
        back={{ to: '/people/invite', label: 'Back to Invite Person' }}
        actions={
          data && (
            <Button icon={Printer} onClick={() => globalThis.print()}>
              Print
            </Button>
          )
        }
      />
      {error && <ErrorPanel>{failureOf(error, 'Failed to show the link')}</ErrorPanel>}
      {!error && !(data && settings) && <Skeleton className="h-160 w-full" />}
      {data && settings && (
        <div className="grid gap-6">
          <OnlyHereNotice link={data.link} />
          <Sheet link={data.link} settings={settings} />
        </div>
      )}
    </div>
  )
}

type SheetProps = { link: string; settings: PublicSettings }

/** Paper in every theme. */
function Sheet({ link, settings }: SheetProps) {
  return (
    <article
      data-print="sheet"
      className="grid gap-8 rounded-lg border border-line-strong bg-[#fff] p-6 text-[#000] sm:p-10 print:border-0 print:p-0"
    >
      <Letterhead />
      <div className="grid justify-items-center gap-6 text-center">
        <h2 className="text-3xl font-bold tracking-[-0.035em] wrap-anywhere sm:text-4xl">
          Scan to join {settings.brokerage_name}
        </h2>
        <QrCode
          text={link}
          label={`QR code to join ${settings.brokerage_name}`}
          className="w-full max-w-96 print:w-[11cm]"
        />
        <p className="max-w-[44ch] text-lg">
          Point your phone’s camera at the code. Your name, your email and a password are all it
          takes.
        </p>
        <p className="text-sm wrap-anywhere">{link}</p>
      </div>
    </article>
  )
}
