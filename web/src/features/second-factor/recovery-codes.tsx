import { Copy, Download, Printer } from 'lucide-react'
import { saveAs } from '#web/lib/files.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'

type RecoveryCodesProps = { codes: string[]; onDone: () => void }

/** Shown once: what lets somebody in whose phone is gone. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = `Recovery codes for ${globalThis.location.host}\nEach works once.\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('The codes are copied.')
    } catch {
      // Browsers give no clipboard to pages without TLS.
      toast.error('This browser doesn’t let the page copy. Please select the codes instead.')
    }
  }
  const save = () =>
    saveAs(new Blob([text], { type: 'text/plain' }), 'front-desk-recovery-codes.txt')
  return (
    <div className="grid gap-5 pt-1">
      <Notice tone="warning">
        These codes are shown once. Keep them where you find them without your phone.
      </Notice>
      <section data-print="sheet">
        <p className="font-semibold">Recovery codes for {globalThis.location.host}</p>
        <p className="mt-1 text-muted">
          Where your phone is not at hand, sign in with your password and one of these. Each works
          once.
        </p>
        <ul
          aria-label="Recovery codes"
          className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] gap-x-6 gap-y-2 rounded-lg max-sm:gap-y-0.5 max-sm:py-3 border border-line bg-sunken p-4 font-mono whitespace-nowrap"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" icon={Download} onClick={save}>
          Download
        </Button>
        <Button variant="secondary" icon={Printer} onClick={() => globalThis.print()}>
          Print
        </Button>
      </div>
      <Button className="justify-self-start max-sm:w-full" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  )
}
