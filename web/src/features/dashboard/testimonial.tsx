type TestimonialProps = { quote: string; author: string }

/** A client's words, which is what all of it is for. */
export function Testimonial({ quote, author }: TestimonialProps) {
  return (
    <figure className="border-t-[5px] border-double border-line-strong pt-8 pb-4">
      <blockquote className="max-w-[40ch] sm:indent-[-0.42em] text-2xl leading-snug font-medium tracking-[-0.02em] text-pretty sm:text-3xl sm:leading-snug">
        “{quote}”
      </blockquote>
      <figcaption className="mt-4 text-muted">{author}</figcaption>
    </figure>
  )
}
