import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Location } from '../platform/s3-location.ts'

/** A storage that speaks S3, on this machine. */
export interface LocalS3 {
  location: S3Location
  /** As `STORAGE_URL` takes it. */
  url: string
  stop(): Promise<void>
}

/** Starts one with an empty bucket. */
export async function startS3(): Promise<LocalS3> {
  const directory = await mkdtemp(join(tmpdir(), 'frontdesk-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'desk', configs: [] }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  let stopped = false
  return {
    location: { bucket: 'desk', prefix: 'office/', region: 'us-east-1', endpoint, credentials },
    url: `s3://S3RVER:S3RVER@desk/office?endpoint=${encodeURIComponent(endpoint)}`,
    stop: async () => {
      if (stopped) return
      stopped = true
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
