import { useId } from 'react'
import { BellShapes } from '#web/ui/bell.tsx'

const CENTER = 60
const POINTS = 40

/** The scalloped edge of a notary's seal. */
const edge = Array.from({ length: POINTS * 2 }, (_, index) => {
  const radius = index % 2 === 0 ? 58 : 54.5
  const angle = (index * Math.PI) / POINTS
  return `${round(CENTER + radius * Math.sin(angle))},${round(CENTER - radius * Math.cos(angle))}`
}).join(' ')

function round(value: number) {
  return Math.round(value * 100) / 100
}

/** The desk bell in a seal, in the colour of the text around it. */
export function Seal({ className }: { className?: string }) {
  const circle = useId()
  return (
    <svg viewBox="0 0 120 120" className={className} fill="none" aria-hidden="true">
      <polygon points={edge} className="fill-raised" stroke="currentColor" strokeWidth="1.5" />
      <circle cx={CENTER} cy={CENTER} r="50" stroke="currentColor" strokeWidth="1" />
      <circle cx={CENTER} cy={CENTER} r="33" stroke="currentColor" strokeWidth="1" />
      <path id={circle} d="M60 22.5a37.5 37.5 0 1 1-.01 0" />
      <text fill="currentColor" fontSize="10.4" fontWeight="650">
        <textPath href={`#${circle}`} textLength="229">
          ACKNOWLEDGED · ON RECORD ·
        </textPath>
      </text>
      <g fill="currentColor" transform="translate(33.6 34.5) scale(1.65)">
        <BellShapes />
      </g>
    </svg>
  )
}
