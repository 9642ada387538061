import evidenceDark from './evidence-dark.webp'
import evidenceLight from './evidence-light.webp'
import { ProductPicture } from './product-picture.tsx'

/** The admin's table of acknowledgments; too wide to be read on a phone. */
export function EvidencePicture() {
  return (
    <figure className="mx-auto w-full max-w-[72rem] px-(--page-gutter) pb-16 max-sm:hidden sm:pb-22">
      <ProductPicture
        light={evidenceLight}
        dark={evidenceDark}
        alt="The Admin Panel’s table of acknowledgments, searched for Siobhan Doyle: each policy that she acknowledged, with its version, the time and whether it still counts; beside the search, filters and a button that exports CSV."
        width={1920}
        height={1200}
        className="h-auto w-full rounded-xl border border-line-strong bg-surface shadow-overlay"
      />
      <figcaption className="mt-4 text-center text-sm text-muted">
        Everything one person has agreed to, as an administrator sees it. What is still outstanding
        is one click away, and both export as CSV.
      </figcaption>
    </figure>
  )
}
