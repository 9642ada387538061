import { EvidencePicture } from '#web/features/landing/evidence-picture.tsx'
import { Hero } from '#web/features/landing/hero.tsx'
import { Letter } from '#web/features/landing/letter.tsx'
import { Letterhead } from '#web/features/landing/letterhead.tsx'
import { PublicFooter } from '#web/features/landing/public-footer.tsx'
import { SignatureLine } from '#web/features/landing/signature-line.tsx'

/** What a visitor sees first: a letter that explains the product and shows it. */
export function LandingPage() {
  return (
    <div className="overflow-x-clip">
      <Letterhead />
      <main id="main">
        <Hero />
        <EvidencePicture />
        <Letter />
        <SignatureLine />
      </main>
      <PublicFooter />
    </div>
  )
}
