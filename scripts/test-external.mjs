/** `TEST_DATABASE_URL=postgres://… npm run test:external`: the server's tests on a PostgreSQL of yours. */
import './require-node.mjs'
import process from 'node:process'

if (!process.env.TEST_DATABASE_URL) {
  console.error(
    'Set TEST_DATABASE_URL to a PostgreSQL 15 or later where tests may create databases.',
  )
  process.exit(2)
}
process.argv.push('--only', 'unit', '--project', 'server')
await import('./test.mjs')
