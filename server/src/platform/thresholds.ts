/** From when on somebody should look. `monitoring/alerts.yml` asks for the same, which a test compares. */
export const THRESHOLDS = {
  /** Less of the disk than this is free. */
  freeShare: 0.1,
  jobDueSeconds: 600,
  mailWaitsSeconds: 3600,
  backupAgeSeconds: 2 * 86_400,
  /** Requests that wait for a connection to the database. */
  connectionsAwaited: 20,
} as const
