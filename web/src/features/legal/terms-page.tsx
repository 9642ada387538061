import { LegalLetter } from '#web/features/legal/legal-letter.tsx'
import { terms } from '#web/features/legal/terms.ts'

export function TermsPage() {
  return <LegalLetter which="terms" text={terms} />
}
