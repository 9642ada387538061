import { writeFileSync } from 'node:fs'
import process from 'node:process'

/** For vitest: writes the names of tests that passed only when they were tried again into the file that UNSTEADY_FILE names. */
export default class UnsteadyReporter {
  /** @type {string[]} */
  #names = []

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd() {
    writeFileSync(/** @type {string} */ (process.env.UNSTEADY_FILE), JSON.stringify(this.#names))
  }
}
