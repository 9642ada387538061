/** A bucket, and how it is reached. */
export interface S3Location {
  bucket: string
  /** Before every name in the bucket: empty, or ending in a slash. */
  prefix: string
  region: string
  /** Null: Amazon's own. */
  endpoint: string | null
  /** Null: as the AWS SDK finds them, in its variables, its files or from the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** For how long a line may bring nothing; left out: as long as is good for S3. */
  answerWithinMs?: number
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = /^[a-z0-9-]+$/

/** Reads `s3://key:secret@bucket/prefix?region=…&endpoint=…`; null where it is none. */
export function readS3Location(value: string): S3Location | null {
  if (!URL.canParse(value)) return null
  const { protocol, hostname, pathname, searchParams, username, password } = new URL(value)
  const region = searchParams.get('region') ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint')
  const known = [...searchParams.keys()].every((name) => ['region', 'endpoint'].includes(name))
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '')
  const isFine =
    protocol === 's3:' &&
    BUCKET.test(hostname) &&
    REGION.test(region) &&
    known &&
    /^[\w./-]*$/.test(prefix) &&
    Boolean(username) === Boolean(password) &&
    (endpoint === null || isHttp(endpoint))
  if (!isFine) return null
  return {
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    endpoint,
    credentials: username
      ? {
          accessKeyId: decodeURIComponent(username),
          secretAccessKey: decodeURIComponent(password),
        }
      : null,
  }
}

const isHttp = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
