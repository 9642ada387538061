import { useQuery } from '@tanstack/react-query'
import { classes } from './classes.ts'

/** Light cells around the code, which readers need to find it. */
const QUIET = 4

/** The dark cells as one path in cells, and how wide it all is. */
async function drawCode(text: string): Promise<{ path: string; size: number }> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  )
  return { path: rows.join(''), size }
}

type QrCodeProps = { text: string; label: string; className?: string }

/** Black on white in every theme: that is what cameras read. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: () => drawCode(text),
    staleTime: Infinity,
  })
  return (
    <div className={classes('aspect-square overflow-hidden rounded-lg bg-[#fff]', className)}>
      {data && (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${data.size} ${data.size}`}
          shapeRendering="crispEdges"
          className="size-full"
        >
          <rect width="100%" height="100%" fill="#fff" />
          <path d={data.path} fill="#000" />
        </svg>
      )}
    </div>
  )
}
