import { LegalLetter } from './legal-letter.tsx'
import { terms } from './terms.ts'

export function TermsPage() {
  return <LegalLetter which="terms" text={terms} />
}
