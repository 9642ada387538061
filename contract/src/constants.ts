/** Texts and limits that both sides use. No zod here: the browser imports these values. */

/** A run of which nothing was ticked for so many days is stuck. */
export const IDLE_DAYS = 14
/** Certificates that end within so many days are told of. */
export const CERTIFICATES_AHEAD_DAYS = 60

export const VERSION = '0.13.5'

/** The icons of the installed app, by their sizes in pixels; systems cut what they like out of the maskable ones. */
export const APP_ICONS = [
  ...(['48', '72', '96', '128', '144', '192', '256', '384', '512'] as const),
  ...(['maskable-192', 'maskable-512'] as const),
] as const

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256
export const PASSWORD_HINT = 'Password must be at least 8 characters long'

/** What the login screen shows after a sign-up or an accepted invitation. */
export const ACCOUNT_CREATED = 'Account created successfully! Please sign in.'

/** What it shows where the account begins once its address is confirmed. */
export const CONFIRM_TO_BEGIN =
  'Your account was created. Please open the link that we have mailed to you, then sign in.'

/** What it shows where an admin has to approve the account. */
export const AWAITS_APPROVAL =
  'Your account was created. You can sign in as soon as an administrator has approved it.'

/** What whoever follows an auditor's link reads that opens nothing (any more). */
export const INVALID_AUDITOR_LINK =
  'This link opens nothing any more. Please ask whoever sent it for a new one.'

/** What is said of an invitation whose link opens nothing, and of the other links. */
export const INVALID_INVITATION = 'Invalid or expired invitation link'
export const INVALID_JOIN_LINK =
  'This link opens no accounts any more. Please ask your administrator for a new one.'
export const INVALID_LINK = 'This link is no longer valid. Please ask for a new one.'

/** What is said to whoever asks for a mail, whether or not there is an account to send one to. */
export const RESET_REQUESTED =
  'If this address has an account, a link to choose a new password is on its way.'
export const VERIFICATION_REQUESTED =
  'If this address has still to be confirmed, a new link is on its way.'

/** What an admin reads after asking for a password reset for somebody. */
export const RESET_SENT = 'A link to choose a new password is on its way.'
export const RESET_LINK_MADE =
  'No mail server is set: hand this link over yourself. It works once, for an hour.'

/** What the screens say after it. */
export const PASSWORD_RESET = 'Your password has been changed. Please sign in.'
export const EMAIL_VERIFIED = 'Thank you: your email address is confirmed.'

/** What a 401 and a refused CSRF token say (spec.md, section 8). */
export const UNAUTHORIZED = 'Unauthorized: Please log in again'
export const CSRF_FAILED = 'CSRF validation failed - please try again'

/** The sentence a person agrees to; it is shown beside the button and sealed into the record. */
export const CONSENT = 'I have read and understood this policy, and I agree to follow it.'

/** The longest statement that a policy may have of its own, in characters. */
export const CONSENT_MAX = 1000

/** What the policy form says when a title or a content is missing. */
export const MISSING_FIELDS = 'Please fill in all required fields'

/** Closes a socket that did not prove who it is, or whose session has ended. */
export const CLOSE_UNAUTHORIZED = 4401
/** Closes every socket of a server that stops (RFC 6455's register: service restart); its reason ends with `20 s`. */
export const CLOSE_RESTART = 1012

/** Categories and statuses of processes (spec.md, section 9), in the order that forms list them. */
export const PROCESS_CATEGORIES = ['Onboarding', 'Sales', 'Support', 'HR', 'Other'] as const
export const PROCESS_STATUSES = ['active', 'inactive', 'draft'] as const

/** What the process form says (spec.md, section 5). */
export const PROCESS_TITLE_REQUIRED = 'Process title is required'
export const PROCESS_CATEGORY_REQUIRED = 'Category is required'
export const PROCESS_STEP_REQUIRED = 'At least one step with a title is required'
/** The largest profile picture, in bytes; what a larger one and the hint below say. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024
export const PICTURE_HINT = 'PNG, JPG, GIF up to 10MB'
export const PICTURE_TOO_LARGE = 'Please choose a picture of at most 10 MB'

/** What handing in a quiz without all its answers says (spec.md, section 5). */
export const ANSWER_ALL_QUESTIONS = 'Please answer all questions before submitting'

/** What the screens that require something of a person say (spec.md, section 5). */
export const SELECT_POLICY = 'Please select a policy'
export const SELECT_TEST = 'Please select a test'
/** The kinds of actions by which the audit trail is narrowed, in the order that the screen lists them. */
export const AUDIT_KINDS = [
  'sign_ins',
  'refusals',
  'people',
  'policies',
  'processes',
  'trainings',
  'documents',
  'mail',
  'chats',
  'settings',
  'billing',
  'exports',
] as const
/** Of people, and of items, that one pack of evidence is limited to. */
export const EVIDENCE_PACK_CHOICES_MAX = 500
/** The longest search, in characters, and how many items of each type it finds. */
export const SEARCH_MAX = 500
export const SEARCH_MOST = 20

/** What the search box says (spec.md, section 8). */
export const SEARCH_FAILED = 'Search failed'
/** Categories of documents (spec.md, section 9), in the order that forms list them. */
export const DOCUMENT_CATEGORIES = [
  'HR Documents',
  'Finance',
  'Legal',
  'Training',
  'Other',
] as const

/** Kinds of files that a list of documents can be narrowed to, and what is one. */
export const DOCUMENT_KINDS = {
  pdf: ['pdf'],
  image: ['jpg', 'png', 'gif', 'webp', 'svg', 'bmp', 'tif', 'heic', 'avif'],
  text: ['docx', 'doc', 'odt', 'rtf', 'txt', 'md', 'html'],
  sheet: ['xlsx', 'xls', 'ods', 'csv'],
  slides: ['pptx', 'ppt', 'odp'],
} as const

/** What can be looked at without a download (spec.md, section 9). */
export const PREVIEW_TYPES = ['jpg', 'jpeg', 'png', 'gif', 'pdf', 'svg']

/** What the document form says (spec.md, section 5). */
export const DOCUMENT_FILE_REQUIRED = 'Please select a file to upload'
export const DOCUMENT_TITLE_REQUIRED = 'Title is required'
export const DOCUMENT_CATEGORY_REQUIRED = 'Category is required'

/** The largest file that proves a step of a run, in bytes. */
export const PROOF_MAX_BYTES = 100 * 1024 * 1024
export const PROOF_FILE_REQUIRED = 'Please choose a file'
/** The fixed table of training categories (spec.md, section 3); any other id is `UNKNOWN_CATEGORY`. */
export const TRAINING_CATEGORIES = [
  { id: 'security', name: 'Security', description: 'Security related training modules' },
  {
    id: 'compliance',
    name: 'Compliance',
    description: 'Compliance and regulatory training',
  },
  { id: 'skills', name: 'Skills', description: 'Professional skills development training' },
  { id: 'onboarding', name: 'Onboarding', description: 'New employee onboarding materials' },
] as const
export const UNKNOWN_CATEGORY = 'Unknown Category'

/** What a section of a training is made of. */
export const SECTION_TYPES = ['text', 'video', 'slide'] as const

/** What a new training starts with (spec.md, section 9). */
export const TRAINING_DEFAULTS = {
  duration: 0,
  required_score: 70,
  due_days: 30,
  max_attempts: 3,
  points: 1,
  options: 4,
} as const

/** Limits of trainings and tests; both sides refuse what is beyond them. */
export const TRAINING_LIMITS = {
  sections: 100,
  questions: 200,
  options: 10,
  links: 200,
  points: 1000,
  attempts: 1000,
  days: 36_500,
  minutes: 100_000,
  sectionText: 100_000,
  questionText: 2000,
  optionText: 500,
  feedback: 2000,
  topic: 60,
  draws: 20,
} as const

/** How a question is answered, in the order that the form lists them; the first is what any question is by default. */
export const QUESTION_KINDS = ['single', 'several', 'true_false', 'ordering', 'text'] as const

/** The options of every question that is true or false. */
export const TRUE_FALSE = ['True', 'False'] as const

/** What handing in an answer that is none of the options says. */
export const CHOOSE_AN_OPTION = 'Please choose one of the options'

/** Formats that quiz authors already have. */
export const QUESTION_FORMATS = ['csv', 'gift', 'moodle-xml'] as const

/** What the starter library holds, in the order that it is listed in. */
/** What a text of the starter library says of itself, until whoever adapts it takes that out. */
export const STARTER_NOTE = 'Draft from the starter library'

export const LIBRARY_KINDS = ['policy', 'process', 'training'] as const

/** At most so many people are changed at once. */
export const MOST_AT_ONCE = 500

/** At most so many obligations are chosen one by one; a filter chooses any number. */
export const MOST_CHOSEN = 1000

/** Limits of conversations; both sides refuse what is beyond them. */
export const CHAT_LIMITS = {
  /** Characters of a message. */
  body: 8000,
  title: 120,
  members: 250,
  files: 10,
  /** Kinds of reactions to one message. */
  reactions: 20,
  /** Messages of one answer. */
  page: 100,
} as const
/** For so long the text of a message can be changed. */
export const CHAT_EDIT_MINUTES = 15
/** The largest file of a message, in bytes. */
export const CHAT_FILE_MAX_BYTES = 100 * 1024 * 1024
export const CHAT_TEXT_REQUIRED = 'Please write something first'
export const CHAT_FILE_REQUIRED = 'Please choose a file'
/** For how many years messages can be kept; null is for ever. */
export const CHAT_RETENTION_YEARS = [1, 3, 7] as const

/** What is drafted before it is published. */
export const DRAFT_KINDS = ['policy', 'training'] as const

/** How far a file is that is brought in to become drafts, the parts that it may become, and of how many characters each. */
export const IMPORT_STATES = ['waiting', 'ready', 'failed', 'kept'] as const
export const IMPORT_PARTS_MAX = 200
/** Of the bold lines that are offered as headings, so many can stay bold lines. */
export const IMPORT_BOLD_LINES_MAX = 2000
export const POLICY_TEXT_MAX = 200_000

/** What people are told of, in the order of their choices. */
export const NOTIFICATION_KINDS = [
  'asked',
  'due_soon',
  'handed_over',
  'mentioned',
  'result',
  'certificate',
  'renewal',
  'authoring',
] as const
/** Of these, what only those are told of who write policies and trainings. */
export const AUTHORS_KIND = 'authoring'
/** Unread notifications are counted up to here. */
export const MOST_UNREAD = 100

/** What a session that began by a provider says of itself: its host, and what was asked for beside it. */
export function providerIn(method: string): { host: string; factor: string | null } | null {
  const [, host, factor] = /^oidc:([^+]+)(?:\+(\w+))?$/.exec(method) ?? []
  return host ? { host, factor: factor ?? null } : null
}
