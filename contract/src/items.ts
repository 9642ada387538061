interface Kind {
  /** What one and several are called, where anything calls them so. */
  label?: string
  plural?: string
  /** By which programs know all of them: a stale key, a type of the search, a tag of the API, a table. */
  all?: string
  /** Where the web app shows one, whose id goes behind it; and where admins work on it, if that is elsewhere. */
  path: `/${string}`
  adminPath?: `/${string}`
}

/** Each kind of item. The first page loads this: what only the server needs of a kind is not here. */
export const ITEMS = {
  policy: { label: 'Policy', plural: 'Policies', all: 'policies', path: '/policies/' },
  process: { label: 'Process', plural: 'Processes', all: 'processes', path: '/processes/' },
  process_run: { label: 'Run', plural: 'Runs', all: 'process_runs', path: '/processes/runs/' },
  training: { label: 'Training', plural: 'Trainings', all: 'trainings', path: '/training/' },
  test: {
    label: 'Test',
    plural: 'Tests',
    all: 'tests',
    path: '/tests/',
    adminPath: '/admin/tests/',
  },
  document: { label: 'Document', plural: 'Documents', all: 'documents', path: '/documents/' },
  document_folder: { path: '/documents?folder=' },
  draft: { label: 'Draft', plural: 'Drafts', all: 'drafts', path: '/drafts/' },
  import: { all: 'imports', path: '/policies/import/' },
  bank_question: { path: '/admin/questions/' },
  webhook: { all: 'webhooks', path: '/admin/settings/webhooks/' },
  user: {
    label: 'Person',
    plural: 'People',
    all: 'users',
    path: '/people/',
    adminPath: '/admin/people/',
  },
} as const satisfies Record<string, Kind>
export type ItemKind = keyof typeof ITEMS
/** Such as `policies`. */
export type AllOfKind = Extract<(typeof ITEMS)[ItemKind], { all: string }>['all']

/** Where the web app shows one. */
export const itemPath = (kind: ItemKind, id: string) => ITEMS[kind].path + id

/** Where it lists them. */
export const listPath = (kind: ItemKind) => ITEMS[kind].path.slice(0, -1)

/** Of what the search finds, in the order of its groups. */
export const SEARCH_TYPES = [
  'users',
  'policies',
  'processes',
  'documents',
  'trainings',
  'tests',
] as const satisfies AllOfKind[]

interface Required {
  kind: 'policy' | 'test'
  training_id: string | null
}

/** What is required of somebody, as it is called: a test with a training is that training. */
export const requiredKind = (required: Required) =>
  required.kind === 'test' && required.training_id !== null ? 'training' : required.kind

/** Where the web app shows it. @param id of the policy or test */
export const requiredPath = (required: Required, id: string) =>
  itemPath(requiredKind(required), required.training_id ?? id)
