import { accentTokens } from '@frontdesk/contract/accent'
import { APP_ICONS } from '@frontdesk/contract/constants'
import { ITEMS, listPath } from '@frontdesk/contract/items'
import type { Db } from '../../db/connect.ts'
import { drawnIcon, iconSize } from './app-icons.ts'
import { findSettings } from './settings.queries.ts'

const GREEN = '#1b5a45'
const PAPER = '#f7f3ea'
/** What fits below an icon. */
const LONGEST_SHORT_NAME = 14
/** What leads on to a word that no longer fits. */
const LEADING_ON = /(?:[\s,;&+\u2013\u2014-]+(?:and|of|the)?)+$/i

/** How the app presents itself where it is installed: by the brokerage's name, colour and logo. */
export async function findAppManifest(db: Db): Promise<object> {
  const { brokerage_name: brokerage, accent, logo_key: logo } = await findSettings(db)
  const name = brokerage ?? 'Front Desk'
  const icons = APP_ICONS.map((icon) => ({
    src:
      logo === null ? `/icons/${drawnIcon(icon)}.png` : `/api/v1/settings/icon/${icon}?v=${logo}`,
    sizes: `${iconSize(icon)}x${iconSize(icon)}`,
    type: 'image/png',
    purpose: icon.startsWith('maskable-') ? 'maskable' : 'any',
  }))
  return {
    id: '/',
    name,
    short_name: shortNameOf(name),
    description: 'Policies, training, processes and documents of the brokerage.',
    lang: 'en',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: accent === null ? GREEN : accentTokens(accent)['accent-fill']!.light,
    icons,
    shortcuts: [
      shortcutTo('policy'),
      { ...shortcutTo('training'), name: ITEMS.training.label },
      shortcutTo('process'),
      shortcutTo('document'),
      { name: 'Chat', url: '/chat' },
    ],
  }
}

/** To the list of a kind. */
const shortcutTo = (kind: 'policy' | 'training' | 'process' | 'document') => ({
  name: ITEMS[kind].plural,
  url: listPath(kind),
})

/** The words of a name that fit, from its first. */
export function shortNameOf(name: string): string {
  if (name.length <= LONGEST_SHORT_NAME) return name
  const words = name.slice(0, LONGEST_SHORT_NAME + 1).replace(/\s*\S*$/, '')
  return words.replace(LEADING_ON, '') || 'Front Desk'
}
