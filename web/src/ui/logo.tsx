type LogoProps = { size?: number; wordmark?: boolean }

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
          <rect x="14" y="6.5" width="4" height="3.5" rx="1.4" />
          <path d="M6.5 20.5a9.5 9.5 0 0 1 19 0z" />
          <rect x="5" y="22.25" width="22" height="3.25" rx="1.6" />
        </g>
      </svg>
      {wordmark && (
        <span className="text-lg font-bold tracking-[-0.03em] whitespace-nowrap">Front Desk</span>
      )}
    </span>
  )
}
