/**
 * What API keys are made for, area by area: what reading and what changing there means. An area without
 * one of the two has nothing of that kind that a program may do.
 */
export const SCOPE_AREAS = {
  people: {
    name: 'People',
    read: 'The directory, accounts, and who is signed in where',
    write: 'Changes names, titles and status; not roles, addresses or passwords',
  },
  teams: { name: 'Teams', read: 'Teams and who is in them', write: 'Changes and deletes teams' },
  policies: {
    name: 'Policies',
    read: 'Texts, versions, acknowledgments, and who is asked; pictures of texts',
    write: 'Saves, assigns, archives; acknowledges for nobody; adds pictures',
  },
  obligations: {
    name: 'Obligations',
    read: 'Who must do what, the matrix and the overview',
    write: 'Requires, reminds, moves and waives',
  },
  processes: {
    name: 'Processes',
    read: 'Processes, their runs and proofs',
    write: 'Saves processes, begins runs and works on them',
  },
  documents: { name: 'Documents', read: 'Documents and files', write: 'Adds, changes, deletes' },
  trainings: { name: 'Trainings', read: 'Trainings and sections', write: 'Saves, deletes' },
  tests: {
    name: 'Tests',
    read: 'Tests, questions, attempts and certificates',
    write: 'Saves tests, grants attempts, waives; hands in for nobody',
  },
  drafts: {
    name: 'Drafts',
    read: 'Drafts, comments and imported files',
    write: 'Saves drafts, imports files; publishes with the scope of what a draft becomes',
  },
  library: { name: 'Library', read: 'The starter texts', write: 'Takes a text as a draft' },
  reviews: { name: 'Reviews', read: 'Owners and dates', write: 'Names owners, notes reviews' },
  evidence: {
    name: 'Evidence',
    read: 'Checkpoints, packs and auditor’s links',
    write: 'Makes checkpoints and packs, revokes auditor’s links',
  },
  legal_holds: { name: 'Legal holds', read: 'What has to be kept', write: 'Sets holds' },
  search: {
    name: 'Search',
    read: 'Finds and quotes what its owner may open',
    write: 'Has everything read anew',
  },
  mail: { name: 'Mail', read: 'What was mailed, and the server', write: 'Queues mails again' },
  settings: { name: 'Settings', read: 'All settings', write: 'Changes settings' },
  billing: { name: 'Billing', read: 'The subscription' },
  audit: { name: 'Audit trail', read: 'Who did what' },
  scim: {
    name: 'SCIM',
    write:
      'For Entra, Okta and the like: reads, invites, changes and deactivates people, and all teams; not roles or passwords',
  },
} as const satisfies Record<string, { name: string; read?: string; write?: string }>

type Areas = typeof SCOPE_AREAS
export type ScopeArea = keyof Areas
/** Such as `policies:read`. */
export type Scope = {
  [A in ScopeArea]: `${A}:${Extract<keyof Areas[A], 'read' | 'write'>}`
}[ScopeArea]

/** Every scope that a key may have. */
export const SCOPES = Object.entries(SCOPE_AREAS).flatMap(([area, kinds]) =>
  (['read', 'write'] as const)
    .filter((kind) => kind in kinds)
    .map((kind) => `${area}:${kind}` as Scope),
)

/** So long a key is good at most, and where nothing is said. */
export const KEY_DAYS = { most: 365, usual: 90 }

/** How a key begins. */
export const KEY_PREFIX = 'fd_live_'
