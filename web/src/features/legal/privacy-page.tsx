import { LegalLetter } from './legal-letter.tsx'
import { privacy } from './privacy.ts'

export function PrivacyPage() {
  return <LegalLetter which="privacy" text={privacy} />
}
