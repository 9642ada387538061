import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { KEY_PREFIX } from '@frontdesk/contract/scopes'

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_SIGNS = 12
/** Some 226 bits. */
const SECRET_SIGNS = 38
/** 32 bits take so many. */
const CHECK_SIGNS = 6

const FORM = new RegExp(
  `^${KEY_PREFIX}([0-9A-Za-z]{${ID_SIGNS}})_([0-9A-Za-z]{${SECRET_SIGNS + CHECK_SIGNS}})$`,
)

const randomSigns = (count: number) =>
  Array.from({ length: count }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** What a slip changes: a mistyped key is refused without asking the database. */
function checkSum(text: string): string {
  let rest = crc32(text)
  let signs = ''
  for (let at = 0; at < CHECK_SIGNS; at += 1) {
    signs = SIGNS[rest % SIGNS.length]! + signs
    rest = Math.floor(rest / SIGNS.length)
  }
  return signs
}

/** `fd_live_<id>_<secret>`, whose last six signs are the check sum of all before them. */
export function newKey(): { key: string; publicId: string } {
  const publicId = randomSigns(ID_SIGNS)
  const body = `${KEY_PREFIX}${publicId}_${randomSigns(SECRET_SIGNS)}`
  return { key: body + checkSum(body), publicId }
}

/** SHA-256 is enough for what nobody can guess. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest()

/** What an `Authorization` header has of a key; null where there is none, no `key` where it can be none of ours. */
export function keyIn(header: string | undefined): { key?: string } | null {
  const [scheme = '', sent = ''] = (header ?? '').split(' ', 2)
  if (scheme.toLowerCase() !== 'bearer' || !sent.startsWith(KEY_PREFIX)) return null
  const isWhole = header!.length === scheme.length + 1 + sent.length
  const isOurs = isWhole && FORM.test(sent)
  return isOurs && checkSum(sent.slice(0, -CHECK_SIGNS)) === sent.slice(-CHECK_SIGNS)
    ? { key: sent }
    : {}
}
