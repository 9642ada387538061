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
          <rect x="13.25" y="5" width="5.5" height="2.75" rx="1.375" />
          <rect x="15" y="7" width="2" height="3.5" />
          <path
            fillRule="evenodd"
            d="M5.25 21.25a10.75 10.75 0 0 1 21.5 0zM16 13.6a2.35 2.35 0 0 0-1.15 4.4l-.75 3.25h3.8L17.15 18A2.35 2.35 0 0 0 16 13.6z"
          />
          <rect x="4" y="23" width="24" height="3.25" rx="1.625" />
        </g>
      </svg>
      {wordmark && (
        <span className="text-lg font-bold tracking-[-0.03em] whitespace-nowrap">Front Desk</span>
      )}
    </span>
  )
}
