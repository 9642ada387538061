import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve, type Way } from './way.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/images')
/** Nothing of the machine's own containers is seen or touched. */
const storage = ['--root', join(cache, 'storage'), '--runroot', join(cache, 'run')]
const vfs = [...storage, '--storage-driver', 'vfs']
const BASE = 'localhost/front-desk-drill/base'
const BUILD_BASE = 'localhost/front-desk-drill/build-base'
const CERTIFICATES = '/etc/ssl/certs'
/** A first start makes the database, and the machine may be busy. */
const START_WITHIN_SECONDS = 120

/** The user that the image runs as. */
export const USER = 10_001

/**
 * Builds the image from this folder without a registry of images: on a Debian made by mmdebstrap, with the Node
 * and npm of this machine. The two bases are kept in .cache/images. Returns its name.
 */
export async function buildImage(version: string): Promise<string> {
  if (!(await hasImage(BASE))) await makeBase()
  if (!(await hasImage(BUILD_BASE))) await makeBuildBase()
  const image = `localhost/front-desk-drill/front-desk:${version}`
  const { stdout: npmCache } = await run('npm', ['config', 'get', 'cache'])
  const volumes = [`${CERTIFICATES}:${CERTIFICATES}:ro`, `${npmCache.trim()}:/root/.npm`]
  const bases = { BASE, BUILD_BASE }
  await bud(
    root,
    ...Object.entries(bases).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...volumes.flatMap((volume) => ['--volume', volume]),
    '--tag',
    image,
  )
  return image
}

/** As the slim images of Debian are made: what is required and apt, without manuals. */
async function makeBase(): Promise<void> {
  const folder = join(cache, 'base')
  await mkdir(folder, { recursive: true })
  const left = ['doc', 'info', 'locale', 'man'].map((name) => `/usr/share/${name}/*`)
  const options = left.map((path) => `--dpkgopt=path-exclude=${path}`)
  const tar = join(folder, 'base.tar')
  await run('mmdebstrap', ['--quiet', '--variant=minbase', ...options, 'bookworm', tar])
  await writeFile(join(folder, 'Dockerfile'), 'FROM scratch\nADD base.tar /\n')
  await bud(folder, '--tag', BASE)
  await rm(folder, { recursive: true })
}

async function makeBuildBase(): Promise<void> {
  const folder = join(cache, 'build-base')
  await mkdir(folder, { recursive: true })
  const { stdout: modules } = await run('npm', ['root', '--global'])
  await cp(execPath, join(folder, 'node'))
  await cp(join(modules.trim(), 'npm'), join(folder, 'npm'), { recursive: true })
  const lines = [
    `FROM ${BASE}`,
    `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}/ca-certificates.crt`,
    'COPY node /usr/local/bin/node',
    'COPY npm /usr/local/lib/node_modules/npm',
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
  ]
  await writeFile(join(folder, 'Dockerfile'), `${lines.join('\n')}\n`)
  await bud(folder, '--tag', BUILD_BASE)
  await rm(folder, { recursive: true })
}

/** In Docker's own format: that of the OCI knows no HEALTHCHECK. */
async function bud(folder: string, ...args: string[]): Promise<void> {
  const flags = ['--isolation', 'chroot', '--format', 'docker', '--layers=false']
  await run('buildah', [...vfs, 'bud', ...flags, ...args, folder], { maxBuffer: 2 ** 26 })
}

const hasImage = async (name: string) =>
  run('buildah', [...vfs, 'inspect', '--type', 'image', name]).then(
    () => true,
    () => false,
  )

const engine = [...vfs, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs']

/** What `podman` prints. @throws with its words where it fails */
export async function podman(...args: string[]): Promise<string> {
  return (await run('podman', [...engine, ...args], { maxBuffer: 2 ** 26 })).stdout.trim()
}

/** As strictly as a container can be run: nothing may be written but its volume and /tmp, and no capability is left. */
export const strictly = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  // As this machine allows, which may be a container itself.
  '--ulimit=nofile=4096:4096',
  '--ulimit=nproc=4096:4096',
]

/** A container of the image, on the network of this machine. */
export async function imageWay(
  image: string,
  volume?: string,
): Promise<Way & { container: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-image-'))
  const data = volume ?? join(folder, 'data')
  await mkdir(data, { recursive: true })
  await run('chown', ['-R', `${USER}:${USER}`, data])
  const port = await freePort()
  const container = `front-desk-drill-${port}`
  const place = ['--network', 'host', '--env', `PORT=${port}`, '--volume', `${data}:/data`]
  const bytes = Number(await podman('image', 'inspect', '--format', '{{.Size}}', image))
  return {
    name: 'image',
    container,
    megabytes: bytes / 1e6,
    start: async () => {
      const args = [
        ...engine,
        'run',
        '--replace',
        '--name',
        container,
        ...strictly,
        ...place,
        image,
      ]
      const desk = await serve({ command: 'podman', args, cwd: folder, env }, START_WITHIN_SECONDS)
      return { ...desk, stop: async () => stopContainer(container) }
    },
    admin: async (...args) => podman('exec', container, 'front-desk', 'admin', ...args),
    leave: async () => {
      await podman('rm', '--force', '--ignore', container)
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** As `docker stop` does. @throws where it had to be killed after 10 s */
export async function stopContainer(container: string): Promise<void> {
  await podman('stop', '--time', '10', container)
  const code = await podman('inspect', '--format', '{{.State.ExitCode}}', container)
  if (code !== '0') throw new Error(`After SIGTERM the container ended with ${code}, not with 0`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
