/**
 * Each kind of item: what one is called, and where the web app shows it; its id goes behind the path. Links in mails,
 * records and answers lead there.
 */
export const ITEMS = {
  policy: { label: 'Policy', path: '/policies/' },
  process: { label: 'Process', path: '/processes/' },
  process_run: { label: 'Run', path: '/processes/runs/' },
  training: { label: 'Training', path: '/training/' },
  test: { label: 'Test', path: '/tests/' },
  document: { label: 'Document', path: '/documents/' },
  draft: { label: 'Draft', path: '/drafts/' },
  import: { label: 'Import', path: '/policies/import/' },
  user: { label: 'Person', path: '/people/' },
} as const
export type ItemKind = keyof typeof ITEMS

/** What is required of somebody, as it is called: a test with a training is that training. */
export const requiredKind = (required: { kind: 'policy' | 'test'; training_id: string | null }) =>
  required.kind === 'test' && required.training_id !== null ? 'training' : required.kind
