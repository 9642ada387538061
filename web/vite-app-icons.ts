import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { APP_ICONS } from '../contract/src/constants.ts'

const GREEN = '#1b5a45'

type Icon = { name: string; size: number; share: number; fill?: string }

const iconOf = (name: (typeof APP_ICONS)[number]): Icon =>
  name.startsWith('maskable-')
    ? { name: `${name}.png`, size: Number(name.slice(9)), share: 0.74, fill: GREEN }
    : { name: `icon-${name}.png`, size: Number(name), share: 1 }

/** The icons of a brokerage without a logo, drawn from the mark: `share` is how much of the square it takes. */
const ICONS = [
  ...APP_ICONS.map(iconOf),
  { name: 'apple-touch-icon.png', size: 180, share: 0.86, fill: GREEN },
  // In a phone's status line only its shape is seen.
  { name: 'badge-96.png', size: 96, share: 1.15, fill: 'none' },
]

/** Draws the app's icons into the build. */
export function appIcons(): Plugin {
  return {
    name: 'app-icons',
    apply: 'build',
    async generateBundle() {
      const mark = await readFile(new URL('public/favicon.svg', import.meta.url), 'utf8')
      for (const { name, size, share, fill } of ICONS) {
        const drawing = fill === undefined ? mark : onGround(mark, { share, fill })
        const svg = Buffer.from(drawing)
        const picture = sharp(svg, { density: (72 * size) / 32 }).resize(size, size)
        const source = await picture.png({ palette: true, effort: 10 }).toBuffer()
        this.emitFile({ type: 'asset', fileName: `icons/${name}`, source })
      }
    },
  }
}

/** The mark without its rounded square, on a ground up to the edges. */
function onGround(mark: string, { share, fill }: { share: number; fill: string }): string {
  const [shape = ''] = /<g[\s\S]*<\/g>/.exec(mark) ?? []
  const move = `translate(16 16) scale(${share}) translate(-16 -15.6)`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
    <rect width="32" height="32" fill="${fill}" /><g transform="${move}">${shape}</g></svg>`
}
