import { type KeptFile, keptText } from './kept-files.ts'
import { type Finding, type OwnKnowledge, type Step, STEPS, verifyPack } from './verify.ts'
import type { ByteSource } from './zip.ts'

const byId = (id: string) => document.getElementById(id)!
const inputById = (id: string) => byId(id) as HTMLInputElement

const drop = byId('drop')
const pack = inputById('pack')
const result = byId('result')

/** So that a look that was overtaken says nothing more. */
let newest = 0

/** What is chosen, until something else is. */
let chosen: File | null = null

pack.addEventListener('change', () => {
  chosen = pack.files?.[0] ?? null
  void look()
})
for (const id of ['key', 'receipts', 'checkpoints', 'witnesses', 'authorities']) {
  byId(id).addEventListener('change', () => void look())
}
document.addEventListener('dragover', (over) => {
  over.preventDefault()
  drop.classList.add('over')
})
document.addEventListener('dragleave', () => drop.classList.remove('over'))
document.addEventListener('drop', (dropped) => {
  dropped.preventDefault()
  drop.classList.remove('over')
  chosen = dropped.dataTransfer?.files[0] ?? chosen
  void look()
})

async function look(): Promise<void> {
  if (!chosen) return
  newest += 1
  const own = newest
  result.setAttribute('aria-busy', 'true')
  result.replaceChildren(element('p', `Looking through ${chosen.name} …`))
  const findings: Finding[] = []
  const children = await lookThrough(chosen, findings).catch((error: unknown) => [
    element('p', `This browser could not look through the pack: ${messageOf(error)}`),
  ])
  if (own !== newest) return
  result.replaceChildren(...children)
  result.setAttribute('aria-busy', 'false')
}

async function lookThrough(file: File, findings: Finding[]): Promise<HTMLElement[]> {
  await checkBrowser()
  const verdict = await verifyPack(sourceOf(file), await readKnowledge(), (finding) => {
    findings.push(finding)
  })
  const head = element('p', verdict.summary.replace(/^Accepted(: | as )?/, ''))
  head.className = verdict.accepted ? 'verdict' : 'verdict refused'
  head.prepend(element('span', verdict.accepted ? 'Accepted' : 'Refused'))
  return [head, ...sections(findings)]
}

function sections(findings: Finding[]): HTMLElement[] {
  return (Object.keys(STEPS) as Step[]).flatMap((step) => {
    const own = findings.filter((finding) => finding.step === step)
    if (own.length === 0) return []
    const list = element('ul')
    list.append(...own.map(({ sentence }) => element('li', sentence)))
    return [element('h2', STEPS[step]), list]
  })
}

function element(name: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function checkBrowser(): Promise<void> {
  const old = 'it is too old. Please use a newer one, or verify.mjs with Node'
  if (typeof DecompressionStream === 'undefined') throw new Error(old)
  await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']).catch(() => {
    throw new Error(old)
  })
}

async function readKnowledge(): Promise<OwnKnowledge> {
  const key = inputById('key').value.trim()
  const witnesses = inputById('witnesses').value.split('\n')
  return {
    key: key === '' ? undefined : key,
    witnesses: witnesses.map((line) => line.trim()).filter(Boolean),
    receipts: await filesOf('receipts'),
    checkpoints: await filesOf('checkpoints'),
    authorities: await filesOf('authorities'),
  }
}

async function filesOf(id: string): Promise<KeptFile[]> {
  const files = [...(inputById(id).files ?? [])]
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      text: keptText(new Uint8Array(await file.arrayBuffer())),
    })),
  )
}

const BREATH_MS = 50

/** Lets the page draw and be used in between. */
function sourceOf(file: File): ByteSource {
  let last = performance.now()
  return {
    size: file.size,
    async read(from, to) {
      if (performance.now() - last > BREATH_MS) {
        await new Promise((done) => {
          setTimeout(done)
        })
        last = performance.now()
      }
      return new Uint8Array(await file.slice(from, to).arrayBuffer())
    },
  }
}
