import { LegalLetter } from '#web/features/legal/legal-letter.tsx'
import { privacy } from '#web/features/legal/privacy.ts'

export function PrivacyPage() {
  return <LegalLetter which="privacy" text={privacy} />
}
