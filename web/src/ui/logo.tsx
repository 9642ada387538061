import { BellShapes } from './bell.tsx'

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
