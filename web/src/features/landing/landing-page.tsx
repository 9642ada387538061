import { EvidencePicture } from './evidence-picture.tsx'
import { Hero } from './hero.tsx'
import { Letter } from './letter.tsx'
import { Letterhead } from './letterhead.tsx'
import { PublicFooter } from './public-footer.tsx'
import { SignatureLine } from './signature-line.tsx'

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
