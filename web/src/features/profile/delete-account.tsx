import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'

const DeleteAccountDialog = lazy(async () => {
  const { DeleteAccountDialog: component } = await import('./delete-account-dialog.tsx')
  return { default: component }
})

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Delete your account"
      description="You are signed out everywhere and can’t sign in again. Acknowledgments that you gave stay in the brokerage’s records."
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete Account…
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
