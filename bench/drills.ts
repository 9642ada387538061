import { spawnSync } from 'node:child_process'
import { env, getuid } from 'node:process'
import { postgresPrograms } from './faults/own-postgres.ts'

export interface Drill {
  name: string
  /** In this folder. */
  script: string
  /** Programs that have to be installed, by the names of Debian's packages. */
  needs?: Record<string, string>
  /** It mounts a small disk. */
  asRoot?: true
}

export const DRILLS: Drill[] = [
  { name: 'kills', script: 'faults/kills.ts' },
  { name: 'database', script: 'faults/database.ts' },
  { name: 'upgrade', script: 'faults/upgrade.ts' },
  { name: 'replica', script: 'faults/replica.ts' },
  { name: 'storage', script: 'faults/storage.ts', needs: { strace: 'strace' }, asRoot: true },
  { name: 'backup', script: 'faults/backup.ts' },
  { name: 'services', script: 'faults/services.ts' },
  {
    name: 'clock',
    script: 'faults/clock.ts',
    needs: { faketime: 'faketime', postgres: 'postgresql' },
  },
  {
    name: 'nodes',
    script: 'faults/nodes.ts',
    needs: { haproxy: 'haproxy', pgbouncer: 'pgbouncer', postgres: 'postgresql' },
  },
  { name: 'office', script: 'office/office.ts' },
  { name: 'bodies', script: 'attacks/bodies.ts' },
  {
    name: 'tools',
    script: 'attacks/tools.ts',
    needs: {
      sqlmap: 'sqlmap',
      wapiti: 'wapiti',
      ffuf: 'ffuf',
      hydra: 'hydra',
      slowhttptest: 'slowhttptest',
    },
  },
]

/** What a drill can't do without and lacks, in words. */
export function lacks({ needs = {}, asRoot }: Drill): string | undefined {
  if (asRoot && getuid?.() !== 0) return 'it has to be root'
  const path = { PATH: `${env.PATH}:/usr/sbin:${postgresPrograms() ?? ''}` }
  const missing = Object.entries(needs)
    .filter(([program]) => spawnSync(program, ['--version'], { env: path }).error)
    .map(([, name]) => name)
  return missing.length > 0 ? `it needs ${missing.join(' and ')}` : undefined
}
