import type { TrainingFile } from '@frontdesk/contract/trainings'

/** Ids as the sites make them; anything else is no video of theirs. */
const YOUTUBE_ID = /^[\w-]{11}$/
const VIMEO_ID = /^\d{6,12}$/
const VIMEO_HASH = /^[\da-f]{6,16}$/

const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'])

/**
 * The privacy-friendly embed of a link to a video site; null for any other link, which plays in the
 * browser's own player. Made anew from the video's id: the link itself is never framed. Captions are on where
 * the video has some; whoever watches can switch them off.
 */
export function videoEmbed(link: string): string | null {
  const url = parse(link)
  if (!url) return null
  const host = url.hostname.toLowerCase()
  if (host === 'youtu.be' || YOUTUBE_HOSTS.has(host)) return youtubeEmbed(url, host)
  return VIMEO_HOSTS.has(host) ? vimeoEmbed(url) : null
}

function youtubeEmbed(url: URL, host: string): string | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  const inPath = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : ''
  const id = host === 'youtu.be' ? first : inPath || (url.searchParams.get('v') ?? '')
  if (!YOUTUBE_ID.test(id)) return null
  const start = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return `https://www.youtube-nocookie.com/embed/${id}?rel=0&cc_load_policy=1${start > 0 ? `&start=${start}` : ''}`
}

function vimeoEmbed(url: URL): string | null {
  const parts = url.pathname.split('/').filter(Boolean)
  const place = parts.findIndex((part) => VIMEO_ID.test(part))
  if (place === -1) return null
  // A video that isn't listed is opened with a second word.
  const hash = parts[place + 1] ?? url.searchParams.get('h') ?? ''
  const query = VIMEO_HASH.test(hash) ? `?dnt=1&texttrack=en&h=${hash}` : '?dnt=1&texttrack=en'
  return `https://player.vimeo.com/video/${parts[place]}${query}`
}

/** `90`, `90s` or `1h2m3s`, in seconds. */
function secondsOf(text: string): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text)
  if (!match) return 0
  const [, hours = 0, minutes = 0, seconds = 0] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function parse(link: string): URL | null {
  if (!/^https?:/i.test(link.trim()) || !URL.canParse(link)) return null
  return new URL(link)
}

/** The address of a section's video or slide as this session opens it. */
export function addressOf(content: string, files: readonly TrainingFile[]): string {
  const file = files.find(({ path }) => path === content.trim())
  return file ? openable(file) : content.trim()
}

/** A section's text, with the addresses of its pictures as this session opens them. */
export function withFileUrls(source: string, files: readonly TrainingFile[]): string {
  return files.reduce((text, file) => text.replaceAll(file.path, openable(file)), source)
}

/** With its origin: cleaned Markdown keeps whole addresses only. */
const openable = (file: TrainingFile) => new URL(file.url, globalThis.location.origin).href
