import type { JoinLink } from '@frontdesk/contract/join-links'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { joinLinkAddressQuery } from './join-links.api.ts'
import { OnlyHereNotice } from './only-here-notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'

type JoinLinkDialogProps = { shown: JoinLink | null; onClose: () => void }

/** The link and its code, to hand to everybody whom it is for. */
export function JoinLinkDialog({ shown, onClose }: JoinLinkDialogProps) {
  if (!shown) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={shown.label}
      description="Whoever has it can open an account, until it ends or you revoke it."
      footer={
        <>
          <ButtonLink
            to="/people/join-links/$id/poster"
            params={{ id: shown.id }}
            variant="secondary"
            icon={Printer}
          >
            Poster
          </ButtonLink>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <LinkAndCode joinLink={shown} />
    </Dialog>
  )
}

function LinkAndCode({ joinLink }: { joinLink: JoinLink }) {
  const { data, error } = useQuery(joinLinkAddressQuery(joinLink.id))
  if (error) return <ErrorPanel>{failureOf(error, 'Failed to show the link')}</ErrorPanel>
  return (
    <div className="grid gap-5">
      <Field label="Link">
        <span className="flex items-center gap-2">
          <TextInput
            readOnly
            value={data?.link ?? ''}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label="Copy the link" text={data?.link ?? ''} />
        </span>
      </Field>
      {data && <OnlyHereNotice link={data.link} />}
      <div className="mx-auto w-full max-w-64">
        {data ? (
          <QrCode text={data.link} label={`QR code of ${joinLink.label}`} />
        ) : (
          <Skeleton className="aspect-square w-full" />
        )}
      </div>
    </div>
  )
}
