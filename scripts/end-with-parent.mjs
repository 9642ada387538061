/** Preloaded into what `npm run dev` starts: its stdin is a pipe from there, whose end is our end. */
import process from 'node:process'

process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()
if ('unref' in process.stdin) process.stdin.unref()
