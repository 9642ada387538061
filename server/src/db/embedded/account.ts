import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { EmbeddedPostgresError } from './error.ts'

/** The system's user that PostgreSQL's processes run as. */
export interface Account {
  name: string
  uid: number
  gid: number
  /** Node runs as root and this is somebody else: processes are started with `uid` and `gid`. */
  switched: boolean
}

/**
 * Who runs the database: ourselves, or, as root (which PostgreSQL refuses), the owner of the
 * cluster, else `postgres`, else `nobody`, else the owner of the data folder.
 * @throws EmbeddedPostgresError if there is nobody, or if the cluster is somebody else's
 */
export function chooseAccount(dataDir: string, cluster: string): Account {
  const uid = process.getuid?.()
  // No users in this sense on Windows.
  if (uid === undefined) return { name: 'this user', uid: -1, gid: -1, switched: false }
  const owner = ownerOf(cluster)
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new EmbeddedPostgresError(
        `The database in ${cluster} belongs to ${nameOf(owner.uid)}: start Front Desk as that user or as root, or set DATA_DIR to another folder.`,
      )
    }
    return { name: nameOf(uid), uid, gid: process.getgid?.() ?? -1, switched: false }
  }
  // The cluster's owner comes first: PostgreSQL starts for nobody else, and the machine may have
  // got a `postgres` user since.
  if (owner && owner.uid !== 0) return { name: nameOf(owner.uid), ...owner, switched: true }
  const users = readUsers()
  const found =
    users.find((user) => user.name === 'postgres') ?? users.find((user) => user.name === 'nobody')
  if (found && found.uid !== 0) return { ...found, switched: true }
  const host = ownerOf(dataDir)
  if (host && host.uid !== 0) return { name: nameOf(host.uid), ...host, switched: true }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and this system has no user postgres or nobody: create one (useradd postgres), or start Front Desk as an ordinary user.',
  )
}

/** What `spawn` takes to start a process as the account. */
export function runAs({ uid, gid, switched }: Account): { uid?: number; gid?: number } {
  return switched ? { uid, gid } : {}
}

/** Gives a file or folder that root made to the account. */
export function giveTo({ uid, gid, switched }: Account, path: string): void {
  if (switched) chownSync(path, uid, gid)
}

/** Whether the account may walk down to a folder and list it, by the permission bits. */
export function canReach({ uid, gid, switched }: Account, folder: string): boolean {
  if (!switched) return true
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid: owner, gid: group } = statSync(path)
    const bits = owner === uid ? mode >> 6 : group === gid ? mode >> 3 : mode
    const needed = path === folder ? 0o5 : 0o1
    if ((bits & needed) !== needed) return false
    if (path === dirname(path)) return true
  }
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function nameOf(uid: number): string {
  return readUsers().find((user) => user.uid === uid)?.name ?? `user id ${uid}`
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  let text = ''
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    // macOS writes nobody as -2, which the system itself calls 4294967294.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : []
  })
}
