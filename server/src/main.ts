// Before everything else: what it imports is the larger part of a start.
import './platform/small-start.ts'
import { readConfig } from './config.ts'
import { run } from './run.ts'

await run(readConfig)
