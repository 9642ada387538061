import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const PACKAGES = ['-p', 'node@24', '-p', 'lighthouse@13.5.0']
const FLAGS = [
  '--only-categories=performance,accessibility,best-practices',
  '--output=json',
  '--quiet',
]
/** A phone is what it looks as otherwise: a slow one, on 4G. */
const AS_DESKTOP = '--preset=desktop'
const LOOK_WITHIN_MS = 180_000
const TRIES = 3

export const DEVICES = ['desktop', 'phone'] as const
export type Device = (typeof DEVICES)[number]
export const SCORES = ['performance', 'accessibility', 'best-practices'] as const
export type Score = (typeof SCORES)[number]

/** What one run of Lighthouse saw. */
export interface Look {
  /** Of 100. */
  scores: Record<Score, number>
  /** Largest contentful paint in seconds, on the network that Lighthouse reckons with. */
  lcp: number
  /** The same as it was seen on this machine. */
  seenLcp: number
  /** As sent: compressed, with headers. */
  scriptKilobytes: number
  requests: number
  /** Each audit that cost points, with the elements that it names. */
  complaints: string[]
}

/** The part of Lighthouse's report that is read here. */
interface Report {
  finalDisplayedUrl: string
  categories: Record<Score, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

interface Audit {
  id: string
  /** From 0 to 1. */
  score: number | null
  displayValue?: string
  details?: { items?: Record<string, unknown>[] }
}

/**
 * Lets Lighthouse look at a page once, in a browser that listens on a port; it empties that
 * browser's cache before, and leaves it signed in.
 * @throws where it saw no page, or another one
 */
export async function lookAt(
  url: string,
  { device, port, reportPath }: { device: Device; port: number; reportPath: string },
): Promise<Look> {
  const flags = device === 'desktop' ? [AS_DESKTOP, ...FLAGS] : FLAGS
  await runLighthouse([url, ...flags, `--port=${port}`, `--output-path=${reportPath}`])
  const report = JSON.parse(await readFile(reportPath, 'utf8')) as Report
  if (report.finalDisplayedUrl !== url) {
    throw new Error(`${url} led to ${report.finalDisplayedUrl}`)
  }
  return read(report)
}

/** On a Node.js of its own. On a busy machine it sometimes fails to record, and asks to be run again. */
async function runLighthouse(args: string[]): Promise<void> {
  let reason = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      await promisify(execFile)('npx', ['-y', ...PACKAGES, 'lighthouse', ...args], {
        timeout: LOOK_WITHIN_MS,
      })
      return
    } catch (error) {
      const { message, stderr = '' } = error as Error & { stderr?: string }
      // npm's remarks come first.
      reason = stderr.trim().split('\n').at(-1) || message
    }
  }
  throw new Error(`Lighthouse failed on ${args[0]}: ${reason}`)
}

function read({ categories, audits }: Report): Look {
  const requests = itemsOf(audits['network-requests']).filter(
    ({ url }) => !String(url).startsWith('data:'),
  )
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const [metrics = {}] = itemsOf(audits['metrics'])
  return {
    scores: Object.fromEntries(
      SCORES.map((score) => [score, Math.round(categories[score].score * 100)]),
    ) as Record<Score, number>,
    lcp: Number(metrics.largestContentfulPaint) / 1000,
    seenLcp: Number(metrics.observedLargestContentfulPaint) / 1000,
    scriptKilobytes:
      scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) / 1024,
    requests: requests.length,
    complaints: SCORES.filter((score) => categories[score].score < 1).flatMap((score) =>
      categories[score].auditRefs
        .filter(({ weight }) => weight > 0)
        .flatMap(({ id }) => complaintOf(audits[id])),
    ),
  }
}

function complaintOf(audit: Audit | undefined): string[] {
  if (!audit || audit.score === null || audit.score === 1) return []
  const elements = itemsOf(audit).flatMap(({ node, description }) => {
    const { selector } = (node ?? {}) as { selector?: string }
    return selector ?? (typeof description === 'string' ? description : [])
  })
  const said = audit.displayValue ? [audit.displayValue] : []
  return [[audit.id, ...said, ...elements.slice(0, 5)].join(' · ')]
}

function itemsOf(audit: Audit | undefined): Record<string, unknown>[] {
  return audit?.details?.items ?? []
}
