#!/usr/bin/env node
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import process, { argv, stderr, stdout } from 'node:process'
import { type KeptFile, keptText } from './kept-files.ts'
import { type OwnKnowledge, type Step, STEPS, verifyPack } from './verify.ts'
import type { ByteSource } from './zip.ts'

const USAGE = `Usage: node verify.mjs pack.zip [options]

  --key KEY            the portal's key, or a file with it
  --receipt FILE       a receipt that somebody kept; may be given several times
  --checkpoint FILE    a checkpoint that was mailed to somebody; several times
  --witness KEY        the key of a witness, or a file with it; several times
  --tsa-root FILE      the certificate (PEM) of a time authority; several times

It ends with 0 where the pack is accepted, with 1 where it is refused, with 2 where this is not how it is used.
`

class UsageError extends Error {}

async function main(): Promise<number> {
  const { path, known } = await readArguments(argv.slice(2))
  const file = await open(path).catch(() => {
    throw new UsageError(`There is no file “${path}” to read.`)
  })
  try {
    const { size } = await file.stat()
    const source: ByteSource = {
      size,
      async read(from, to) {
        const bytes = new Uint8Array(to - from)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
        if (bytesRead !== bytes.length) throw new UsageError(`“${path}” changed while it was read.`)
        return bytes
      },
    }
    let last: Step | null = null
    const verdict = await verifyPack(source, known, ({ step, sentence }) => {
      if (step !== last) stdout.write(`\n${STEPS[step]}\n`)
      last = step
      stdout.write(`  ${sentence}\n`)
    })
    stdout.write(`\n${verdict.accepted ? '' : 'Refused: '}${verdict.summary}\n`)
    return verdict.accepted ? 0 : 1
  } finally {
    await file.close()
  }
}

async function readArguments(given: string[]): Promise<{ path: string; known: OwnKnowledge }> {
  const known = { receipts: [], checkpoints: [], witnesses: [], authorities: [] } as Required<
    Omit<OwnKnowledge, 'key'>
  > &
    Pick<OwnKnowledge, 'key'>
  const paths: string[] = []
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at]!
    if (!word.startsWith('--')) {
      paths.push(word)
      continue
    }
    at += 1
    const value = given[at]
    if (value === undefined) throw new UsageError(`${word} needs a value.`)
    if (word === '--key') known.key = await keyOrFile(value)
    else if (word === '--receipt') known.receipts.push(await fileFrom(value))
    else if (word === '--checkpoint') known.checkpoints.push(await fileFrom(value))
    else if (word === '--witness') known.witnesses.push(await keyOrFile(value))
    else if (word === '--tsa-root') known.authorities.push(await fileFrom(value))
    else throw new UsageError(`There is no option ${word}.`)
  }
  const [path] = paths
  if (path === undefined || paths.length > 1) throw new UsageError('Name one pack.')
  return { path, known }
}

async function fileFrom(path: string): Promise<KeptFile> {
  try {
    return { name: basename(path), text: keptText(await readFile(path)) }
  } catch {
    throw new UsageError(`There is no file “${path}” to read.`)
  }
}

const keyOrFile = async (value: string) =>
  /^[^\s+]+\+[0-9a-f]{8}\+\S+$/.test(value) ? value : (await fileFrom(value)).text

try {
  process.exitCode = await main()
} catch (error) {
  stderr.write(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : `${String(error)}\n`)
  process.exitCode = 2
}
