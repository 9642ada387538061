import { TimestampError, verifyTimestamp } from '../src/features/evidence/timestamp.ts'
import { hashFromHex, refuse } from './bytes.ts'
import type { KeptCheckpoint } from './checkpoints.ts'
import { besideItsTime, type KeptFile, type Shown } from './kept-files.ts'
import { type Pack, readWhole } from './pack.ts'

/**
 * The tokens of time authorities in the pack: each must be right, and counts as a copy outside where its
 * authority is vouched for by a certificate that the reader gave.
 * @throws Refusal
 */
export async function checkTokens(
  pack: Pack,
  kept: KeptCheckpoint[],
  authorities: KeptFile[],
): Promise<Shown[]> {
  const roots = authorities.flatMap(certificatesIn)
  const seen = new Map<string, Seen>()
  for (const { number, hash, time } of kept) {
    for (const path of tokensOf(pack, number)) {
      const token = await readWhole(pack, path)
      const wanted = { token, digest: hashFromHex(hash), roots }
      const { authority, generatedAt, isKnown } = await checkToken(wanted, number)
      seen.set(authority, { number, at: generatedAt, isKnown, time })
    }
  }
  if (roots.length > 0 && seen.size === 0) {
    return [{ agrees: false, sentence: 'No time authority has stamped a checkpoint of the pack.' }]
  }
  return [...seen].map(([name, { number, at, isKnown, time }]) => ({
    agrees: isKnown,
    ...(isKnown && { upTo: kept[number - 1]!.size }),
    sentence: `${
      isKnown
        ? `The time authority ${name} saw checkpoint ${number} on ${at.toISOString()}.`
        : `A token says that ${name} saw checkpoint ${number} on ${at.toISOString()}; whether ${name} is a time authority, nobody vouches for without its certificate.`
    }${besideItsTime(at, time)}`,
  }))
}

interface Seen {
  number: number
  at: Date
  isKnown: boolean
  /** Of the checkpoint, by the portal’s clock. */
  time: string
}

function tokensOf({ entries }: Pack, number: number): string[] {
  const start = `checkpoints/${String(number).padStart(6, '0')}`
  const paths = [`${start}.tsr`]
  for (let next = 2; next < 10; next += 1) paths.push(`${start}-${next}.tsr`)
  return paths.filter((path) => entries.has(path))
}

async function checkToken(
  { token, digest, roots }: { token: Uint8Array; digest: Uint8Array; roots: Uint8Array[] },
  number: number,
) {
  try {
    const isKnown = roots.length > 0
    const stamp = await verifyTimestamp(token, isKnown ? { digest, roots } : { digest })
    return { ...stamp, isKnown }
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error
    const sentence = error.message.charAt(0).toLowerCase() + error.message.slice(1)
    return refuse(`The time authority’s token of checkpoint ${number} does not hold: ${sentence}`)
  }
}

const PEM = /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g

/** As DER. @throws Refusal */
function certificatesIn({ name, text }: KeptFile): Uint8Array[] {
  const found = [...text.matchAll(PEM)].map(([, coded = '']) => {
    try {
      return Uint8Array.from(atob(coded.replaceAll(/\s/g, '')), (sign) => sign.charCodeAt(0))
    } catch {
      return refuse(`“${name}” holds no certificate that can be read`)
    }
  })
  return found.length > 0 ? found : refuse(`“${name}” holds no certificate`)
}
