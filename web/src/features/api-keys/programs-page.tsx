import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { KeyList } from './key-list.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** Which programs call in whose name, and what they may do. */
export function ProgramsPage() {
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  return (
    <SettingsFrame title="Programs">
      <section aria-labelledby="programs">
        <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div className="max-w-[60ch]">
            <h2 id="programs" className="text-xl font-semibold">
              Programs
            </h2>
            <p className="mt-1 text-muted">
              A program calls with a key instead of signing in: in your name, and of what you may do
              only what the key is made for.{' '}
              <a className="text-accent underline" href="/api/docs">
                What there is to call
              </a>
              .
            </p>
          </div>
          <Button icon={KeyRound} onClick={() => setIsMaking(true)}>
            New Key
          </Button>
        </div>
        <KeyList />
      </section>
      {isMaking && (
        <NewKeyDialog
          onClose={() => setIsMaking(false)}
          onCreated={({ name, key }) => {
            setIsMaking(false)
            setMade({ name, secret: key })
          }}
        />
      )}
      {made && <MadeDialog {...made} onClose={() => setMade(null)} />}
    </SettingsFrame>
  )
}

/** The only time that the key is shown. */
function MadeDialog({
  name,
  secret,
  onClose,
}: {
  name: string
  secret: string
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`The key for ${name}`}
      description="It is shown only now, and kept nowhere. Whoever has it can do what you chose in your name."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <Field label="Key" hint="Sent as the header Authorization: Bearer, never in an address.">
        <span className="flex items-center gap-2">
          <TextInput
            readOnly
            className="font-mono"
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label="Copy the key" text={secret} />
        </span>
      </Field>
    </Dialog>
  )
}
