import { type ChildProcess, spawn } from 'node:child_process'
import { platform } from 'node:process'
import { type Account, runAs } from './account.ts'

/**
 * Reads process ids from Node until the pipe ends, which the system sees to when Node dies, by
 * `kill -9` too; then stops the last one. It stands in the cluster's folder, as the server does,
 * and so knows it from a stranger with the same id (elsewhere than on Linux, by its name).
 */
const SCRIPT = `
trap '' HUP INT TERM
pid=
while read -r line; do pid=$line; done
[ -n "$pid" ] || exit 0
lives() {
  if [ -d /proc/self ]; then [ "/proc/$pid/cwd" -ef . ]
  else case $(ps -o comm= -p "$pid") in *postgres) ;; *) false ;; esac
  fi
}
n=0
while lives && [ $n -lt 150 ]; do
  case $n in
    0) kill -s INT "$pid" ;;
    80) kill -s QUIT "$pid" ;;
    110) kill -s KILL "$pid" ;;
  esac
  n=$((n + 1))
  sleep 0.1 || exit 0
done
`

/** Stops the server if this process dies. A shell: a second Node would cost 40 MB. */
export class Keeper {
  readonly #cluster: string
  readonly #account: Account
  #shell: ChildProcess | undefined
  #pid: number | undefined
  #closing = false

  constructor(cluster: string, account: Account) {
    this.#cluster = cluster
    this.#account = account
    // Windows ends Node's children with it (a job object, made by libuv).
    if (platform !== 'win32') this.#start()
  }

  /** Names the process to stop, in the place of the one named before. */
  guard(pid: number): void {
    this.#pid = pid
    this.#shell?.stdin?.write(`${pid}\n`)
  }

  /** Ends the keeper, after the server. */
  async close(): Promise<void> {
    this.#closing = true
    const shell = this.#shell
    if (!shell?.pid || shell.exitCode !== null || shell.signalCode !== null) return
    await new Promise((resolve) => {
      shell.once('close', resolve)
      shell.stdin?.end()
    })
  }

  #start(): void {
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'front-desk-keeper'], {
      ...runAs(this.#account),
      cwd: this.#cluster,
      // Its own session: Ctrl-C in the terminal is for Node, which still has requests to finish.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: '/usr/bin:/bin' },
    })
    this.#shell = shell
    shell.stdin?.on('error', () => {})
    // A system without /bin/sh fails at initdb already, with its reason.
    shell.on('error', () => {})
    shell.once('exit', () => {
      if (this.#closing) return
      // Somebody ended it: another one takes its place, not in a hurry if it keeps happening.
      setTimeout(() => {
        if (!this.#closing) this.#start()
      }, 500).unref()
    })
    if (this.#pid !== undefined) this.guard(this.#pid)
  }
}
