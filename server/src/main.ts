import { readConfig } from './config.ts'
import { run } from './run.ts'

await run(readConfig)
