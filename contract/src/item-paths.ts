/** Where the web app shows one of each kind; its id goes behind. Links in mails, records and answers lead there. */
export const ITEM_PATHS = {
  policy: '/policies/',
  process: '/processes/',
  process_run: '/processes/runs/',
  training: '/training/',
  test: '/tests/',
  document: '/documents/',
  draft: '/drafts/',
  import: '/policies/import/',
  user: '/people/',
} as const
