import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { root, run } from './run.mjs'

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string} output shown if anything failed
 * @property {string[]} [unsteady] tests that passed only when they were tried again, which is done on CI
 *
 * @typedef {object} Step
 * @property {string} group
 * @property {string} name
 * @property {(filters: string[]) => Promise<Outcome>} perform
 *
 * @typedef {{ result: Outcome, seconds: number }} Timed
 */

const reports = join(root, '.cache/reports')
/**
 * @param {string} file
 * @returns {[string, string]}
 */
const script = (file) => [process.execPath, join(root, 'scripts', file)]

const BUILD = check('e2e', 'build', ...script('build.mjs'))
/** @type {Outcome} */
const NO_BUILD = { passed: 0, failed: 1, output: 'Not run: there is no build of these sources.' }

/** @type {Step[]} */
const STEPS = [
  check('lint', 'format', 'oxfmt', '--check', '.'),
  check('lint', 'lint', 'oxlint', '--deny-warnings'),
  check('lint', 'import direction', ...script('check-imports.mjs')),
  check('lint', 'types: contract', 'tsc', '-p', 'contract'),
  check('lint', 'types: server', 'tsc', '-p', 'server'),
  check('lint', 'types: verifier', 'tsc', '-p', 'server/verifier'),
  check('lint', 'types: web', 'tsc', '-p', 'web'),
  check('lint', 'types: service worker', 'tsc', '-p', 'web/worker'),
  check('lint', 'types: the rest', 'tsc', '-p', '.'),
  check('lint', 'unused code', 'knip', '--no-progress'),
  check('lint', 'generated files', ...script('check-generated.mjs')),
  check('lint', 'lock file', ...script('check-lock-file.mjs')),
  check('lint', 'licences', ...script('check-licences.mjs')),
  check('lint', 'secrets', ...script('check-secrets.mjs')),
  { group: 'unit', name: 'unit and API tests', perform: runVitest },
  BUILD,
  check('e2e', 'bundle budget', ...script('check-bundle.mjs')),
  { group: 'e2e', name: 'browser journeys', perform: runPlaywright },
  { group: 'bench', name: 'benches still run', perform: runBenches },
]

/**
 * Runs the steps of these groups; the last line is the sum, such as `120 passed, 0 failed`.
 * @param {string[]} groups
 * @param {string[]} filters parts of test files' names
 * @returns {Promise<boolean>} whether all is well
 */
export async function runChecks(groups, filters) {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const sum = { passed: 0, failed: 0, skipped: 0 }
  let buildable = true
  const steps = STEPS.filter(({ group }) => groups.includes(group))
  // They only read, and most of them use one core.
  const ahead = performInTwoRows(steps.filter(({ group }) => group === 'lint'))
  for (const step of steps) {
    process.stdout.write(step.name.padEnd(20))
    const isBlocked = step.group === 'e2e' && !buildable
    const { result, seconds } = isBlocked
      ? { result: NO_BUILD, seconds: 0 }
      : await (ahead.get(step) ?? timed(step, filters))
    if (step === BUILD && result.failed > 0) buildable = false
    const detail = result.failed > 0 ? `  FAILED\n\n${result.output.trim()}\n` : ''
    process.stdout.write(`${`${seconds.toFixed(1)} s`.padStart(8)}${detail}\n`)
    for (const name of result.unsteady ?? []) {
      process.stdout.write(`  passed only when tried again: ${name}\n`)
    }
    sum.passed += result.passed
    sum.failed += result.failed
    sum.skipped += result.skipped ?? 0
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${skipped}\n`)
  return sum.failed === 0
}

/**
 * @param {Step} step
 * @param {string[]} filters
 * @returns {Promise<Timed>}
 */
async function timed(step, filters) {
  const started = performance.now()
  const result = await step.perform(filters)
  return { result, seconds: (performance.now() - started) / 1000 }
}

/**
 * In two rows, each one after the other.
 * @param {Step[]} steps
 * @returns {Map<Step, Promise<Timed>>} what comes of each
 */
function performInTwoRows(steps) {
  /** @type {Map<Step, Promise<Timed>>} */
  const outcomes = new Map()
  /** @type {Promise<unknown>[]} */
  const rows = [Promise.resolve(), Promise.resolve()]
  for (const step of steps) {
    const coming = Promise.resolve(rows.shift()).then(() => timed(step, []))
    rows.push(coming)
    outcomes.set(step, coming)
  }
  return outcomes
}

/**
 * A program that counts as one test.
 * @param {string} group
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @returns {Step}
 */
function check(group, name, command, ...args) {
  const perform = async () => {
    const { code, output } = await run(command, args)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  }
  return { group, name, perform }
}

/** @param {string[]} filters */
async function runVitest(filters) {
  const report = join(reports, 'vitest.json')
  const unsteady = join(reports, 'unsteady.json')
  const flags = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--reporter=${join(root, 'scripts/unsteady-reporter.mjs')}`,
  ]
  const { code, output } = await run('vitest', ['run', ...flags, ...filters], {
    seconds: 900,
    env: { UNSTEADY_FILE: unsteady },
  })
  const counted = read(report)
  const result = outcome(code, output, {
    passed: counted?.numPassedTests,
    failed: counted?.numFailedTests,
    skipped: (counted?.numPendingTests ?? 0) + (counted?.numTodoTests ?? 0),
  })
  return { ...result, unsteady: read(unsteady) }
}

/** @param {string[]} filters */
async function runPlaywright(filters) {
  const browser = await findChromium()
  if (browser.path === null) return { passed: 0, failed: 1, output: browser.problem }
  const report = join(reports, 'playwright.json')
  const shell = (await findHeadlessShell()) ?? browser.path
  const env = {
    CHROMIUM_PATH: browser.path,
    HEADLESS_SHELL_PATH: shell,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const { code, output } = await run('playwright', ['test', '--reporter=dot,json', ...filters], {
    env,
    seconds: 900,
  })
  const all = read(report)
  const result = outcome(code, output, {
    passed: all && all.stats.expected + all.stats.flaky,
    failed: all?.stats.unexpected,
    skipped: all?.stats.skipped,
  })
  return { ...result, unsteady: all?.suites.flatMap(unsteadyIn) }
}

/**
 * @typedef {{ title: string, specs: { title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite
 * @param {Suite} suite of Playwright's report
 * @returns {string[]} its journeys that passed only when they were tried again
 */
function unsteadyIn({ title, specs, suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [
    ...own.map((spec) => `${title}: ${spec.title}`),
    ...suites.flatMap((inner) => unsteadyIn(inner)),
  ]
}

/**
 * Tiny sizes, no judgement.
 * @param {string[]} names
 */
async function runBenches(names) {
  const { code, output } = await run('tsx', ['bench/run.ts', '--smoke', ...names])
  const [, passed, failed, skipped] =
    /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m.exec(output) ?? []
  const result = outcome(code, output, {
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0),
    skipped: Number(skipped ?? 0),
  })
  const again = output.matchAll(/^passed only when tried again: (.+)$/gm)
  return { ...result, unsteady: Array.from(again, ([, name]) => `bench ${name}`) }
}

/**
 * A runner may fail without a failed test (a file that does not load, a leak): that counts as one.
 * @param {number} code
 * @param {string} output
 * @param {{ passed?: number, failed?: number, skipped?: number }} counted
 * @returns {Outcome}
 */
function outcome(code, output, { passed = 0, failed = 0, skipped = 0 }) {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), skipped, output }
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
