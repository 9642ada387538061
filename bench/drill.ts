/**
 * `npm run drill`: every drill, one after the other; `npm run drill -- kills --kills=10` that one, with what it takes.
 * Each says what it did, what was lost, and how long nobody got an answer.
 */
import { spawn } from 'node:child_process'
import process, { argv, execArgv, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Drill, DRILLS, lacks } from './drills.ts'

const [name, ...words] = argv.slice(2)
const wanted = DRILLS.filter((drill) => name === undefined || drill.name === name)
if (wanted.length === 0) {
  console.error(
    `There is no drill ${name}. There are: ${DRILLS.map((one) => one.name).join(', ')}.`,
  )
  process.exitCode = 1
}
for (const drill of wanted) {
  const lack = lacks(drill)
  if (lack) console.log(`${drill.name}: skipped, ${lack}`)
  else if ((await runDrill(drill)) !== 0) process.exitCode = 1
}

function runDrill({ script }: Drill): Promise<number> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(execPath, [...execArgv, path, ...words], { stdio: 'inherit' })
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}
