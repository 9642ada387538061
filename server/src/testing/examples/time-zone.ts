import { type Examples, nothing } from './world.ts'

export const timeZoneExamples = {
  'GET /users/me/time-zone': { input: nothing, audit: null },
  'PUT /users/me/time-zone': {
    input: () => ({ body: { time_zone: 'America/Chicago' } }),
    audit: 'user.time_zone_changed',
  },
} satisfies Partial<Examples>
