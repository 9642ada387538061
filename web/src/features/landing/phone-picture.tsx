import phoneDark from './phone-dark.webp'
import phoneLight from './phone-light.webp'
import { ProductPicture } from './product-picture.tsx'

/** A policy on an agent's phone, waiting to be acknowledged. */
export function PhonePicture() {
  return (
    <ProductPicture
      light={phoneLight}
      dark={phoneDark}
      alt="A policy on a phone: its title, its version and the badge Acknowledgement Required; then its text and, over the foot of the page, the due date, the sentence to agree to and the button Acknowledge Policy."
      width={780}
      height={1500}
      className="mx-auto h-auto w-full max-w-[19rem] rounded-[1.75rem] border-[5px] border-line-strong bg-surface shadow-overlay"
    />
  )
}
