import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APP_ICONS } from '@frontdesk/contract/constants'
import type { FileStore } from '../../platform/file-store.ts'
import { webDistDir } from '../../paths.ts'
import { makeIcon } from '../../platform/pictures.ts'

export type IconName = (typeof APP_ICONS)[number] | '180'

/** The icon that the build has drawn, without its ending. */
export const drawnIcon = (name: IconName) =>
  name === '180' ? 'apple-touch-icon' : name.startsWith('maskable-') ? name : `icon-${name}`

export const iconSize = (name: IconName) => Number(name.replace('maskable-', ''))

/** How much of the square the logo takes; systems cut a circle out of a maskable one. */
const shareOf = (name: IconName) =>
  name === '180' ? 0.82 : name.startsWith('maskable-') ? 0.66 : 0.86

/** Makes the app's icons from a logo, each once; those of the logo before go with it. */
export class AppIcons {
  #of: string | null = null
  readonly #made = new Map<IconName, Promise<Buffer | null>>()
  readonly #logos: FileStore

  constructor(logos: FileStore) {
    this.#logos = logos
  }

  /** As PNG; the product's own where the logo is too wide for a square; null where there is neither. */
  async find(logoKey: string, which: IconName): Promise<Buffer | null> {
    if (this.#of !== logoKey) {
      this.#of = logoKey
      this.#made.clear()
    }
    const made = this.#made.get(which) ?? this.#make(logoKey, which)
    this.#made.set(which, made)
    made.catch(() => this.#made.delete(which))
    return made
  }

  async #make(logoKey: string, which: IconName): Promise<Buffer | null> {
    const logo = await this.#logos.read(logoKey)
    const icon = logo && (await makeIcon(logo, { size: iconSize(which), share: shareOf(which) }))
    return icon ?? readFile(join(webDistDir, 'icons', `${drawnIcon(which)}.png`)).catch(() => null)
  }
}
