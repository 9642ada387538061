type LogoProps = { size?: number; wordmark?: boolean }

/** A desk bell with a keyhole. */
export function Logo({ size = 28, wordmark = false }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg
        width={size}
        height={size}
        viewBox="0 0 32 32"
        className="shrink-0"
        role={wordmark ? undefined : 'img'}
        aria-label={wordmark ? undefined : 'Front Desk'}
        aria-hidden={wordmark || undefined}
      >
        <rect width="32" height="32" rx="7" className="fill-accent-fill" />
        <g className="fill-on-accent">
          <BellShapes />
        </g>
      </svg>
      {wordmark && (
        <span className="text-lg font-bold tracking-[-0.03em] whitespace-nowrap">Front Desk</span>
      )}
    </span>
  )
}

/** The product's mark, a desk bell with a keyhole: shapes for a 32 by 32 box, filled by whoever draws it. */
export function BellShapes() {
  return (
    <>
      <rect x="13.25" y="5" width="5.5" height="2.75" rx="1.375" />
      <rect x="15" y="7" width="2" height="3.5" />
      <path
        fillRule="evenodd"
        d="M5.25 21.25a10.75 10.75 0 0 1 21.5 0zM16 13.6a2.35 2.35 0 0 0-1.15 4.4l-.75 3.25h3.8L17.15 18A2.35 2.35 0 0 0 16 13.6z"
      />
      <rect x="4" y="23" width="24" height="3.25" rx="1.625" />
    </>
  )
}

/** The bell large and faint behind something on evergreen ground; `className` places it. */
export function BellBackdrop({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      className={`absolute fill-accent-ground-shade ${className}`}
      aria-hidden="true"
    >
      <rect x="14" y="6.5" width="4" height="3.5" rx="1.4" />
      <path d="M6.5 20.5a9.5 9.5 0 0 1 19 0z" />
      <rect x="5" y="22.25" width="22" height="3.25" rx="1.6" />
    </svg>
  )
}
