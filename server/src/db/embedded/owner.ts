import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { type Account, giveTo } from './account.ts'
import { codeOf } from '../error-code.ts'
import { EmbeddedPostgresError } from './error.ts'
import { openSocketFolder } from './socket-path.ts'

/**
 * One live process owns a data folder. Each candidate listens on a socket with a name of its own:
 * the system closes it when the process dies, however it dies, so that a socket which answers is a
 * live Front Desk, in another container too, where process ids say nothing. A name is never used
 * again, so that removing a dead socket cannot hit a live one.
 */
interface Ownership {
  release: () => Promise<void>
}

type State = 'candidate' | 'owner' | 'beaten'
type Answer = 'dead' | 'held' | 'yielded'

/** What an onlooker sends: sorted after every name, it beats nobody. */
const ONLOOKER = '~'
const NAME = /^[0-9a-f]{16}$/

/**
 * Makes this process the owner of a data folder; of several that start at once, one wins.
 * @throws EmbeddedPostgresError if another process is it
 */
export async function claimOwnership(dataDir: string, account: Account): Promise<Ownership> {
  const name = randomBytes(8).toString('hex')
  let state: State = 'candidate'
  const server = createServer((socket) => {
    socket.setTimeout(2000, () => socket.destroy())
    whenSaid(socket, (rival) => {
      // Both listen before either looks around, so that of two candidates one sees the other; the
      // lower name wins, and the loser learns it here or from the answer.
      if (state === 'candidate' && rival < name) state = 'beaten'
      socket.end(state === 'beaten' ? 'yielded' : 'held')
    })
  })
  if (process.platform === 'win32') {
    // Windows itself lets one process only create a pipe of a name.
    if (!(await listen(server, pipeOf(dataDir)))) throw held(dataDir)
    return { release: () => closed(server) }
  }
  const folder = ownerFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveTo(account, folder)
  const reach = openSocketFolder(folder)
  const release = async () => {
    rmSync(join(folder, name), { force: true })
    await closed(server)
    reach.close()
  }
  // A socket that is bound but does not listen yet would look dead: it gets its name when it does.
  await listen(server, join(reach.path, `${name}.new`))
  renameSync(join(folder, `${name}.new`), join(folder, name))
  try {
    if (!(await beatsAll(reach.path, name, () => state))) throw held(dataDir)
  } catch (error) {
    await release()
    throw error
  }
  state = 'owner'
  return { release }
}

/** Whether a live process owns the data folder. */
export async function isOwned(dataDir: string): Promise<boolean> {
  if (process.platform === 'win32') return (await ask(pipeOf(dataDir), ONLOOKER)) === 'held'
  const folder = ownerFolder(dataDir)
  if (!statSync(folder, { throwIfNoEntry: false })) return false
  const reach = openSocketFolder(folder)
  try {
    for (const name of readdirSync(folder).filter((one) => NAME.test(one))) {
      if ((await ask(join(reach.path, name), ONLOOKER)) === 'held') return true
    }
    return false
  } finally {
    reach.close()
  }
}

function ownerFolder(dataDir: string): string {
  return join(dataDir, 'postgres.owner')
}

function pipeOf(dataDir: string): string {
  const digest = createHash('sha256').update(realpathSync(dataDir).toLowerCase()).digest('hex')
  return `\\\\.\\pipe\\front-desk-${digest.slice(0, 32)}`
}

function held(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another Front Desk is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
  )
}

async function beatsAll(folder: string, name: string, state: () => State): Promise<boolean> {
  for (const other of readdirSync(folder)) {
    if (other === name) continue
    const path = join(folder, other)
    if (NAME.test(other)) {
      const answer = await ask(path, name)
      if (answer === 'held') return false
      if (answer === 'dead') rmSync(path, { force: true })
    } else if (isOld(path)) {
      rmSync(path, { force: true })
    }
  }
  return state() === 'candidate'
}

/** What a process killed between binding and listening left; a candidate needs microseconds. */
function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > 60_000
}

/** One that ends its life while it is asked leaves the question open: it is asked again. */
async function ask(path: string, name: string): Promise<Answer> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await askOnce(path, name)
    if (answer) return answer
    await delay(10)
  }
  return 'held'
}

function askOnce(path: string, name: string): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => socket.write(name))
    whenSaid(socket, (text) => {
      resolve(text === 'yielded' ? 'yielded' : 'held')
      socket.destroy()
    })
    // It took the connection, so it lives: a busy one may keep silent.
    socket.setTimeout(2000, () => {
      resolve('held')
      socket.destroy()
    })
    socket.once('close', () => resolve(undefined))
    socket.once('error', (error) => {
      const code = codeOf(error)
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve('dead')
      else if (code === 'EAGAIN' || code === 'ECONNRESET' || code === 'EPIPE') resolve(undefined)
      else
        reject(new EmbeddedPostgresError(`Cannot tell who uses the data folder: ${error.message}`))
    })
  })
}

function whenSaid(socket: Socket, listener: (text: string) => void): void {
  socket.on('error', () => {})
  socket.setEncoding('utf8')
  socket.once('data', (text) => listener(String(text)))
}

/** Resolves to false if the name is taken. */
function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // Stays for good: a connection that fails later must not end the process.
    server.on('error', (error) => {
      if (codeOf(error) === 'EADDRINUSE') resolve(false)
      else
        reject(
          new EmbeddedPostgresError(`Cannot make a socket in the data folder: ${error.message}`),
        )
    })
    server.listen(path, () => resolve(true))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
