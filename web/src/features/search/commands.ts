import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { normalise } from '@frontdesk/contract/search-scoring'
import type { CurrentUser } from '@frontdesk/contract/users'
import {
  Bell,
  BellRing,
  CircleUserRound,
  ClipboardList,
  ConciergeBell,
  FilePlus2,
  FileText,
  GraduationCap,
  History,
  Keyboard,
  KeyRound,
  ListChecks,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  Monitor,
  Moon,
  ScrollText,
  Settings,
  ShieldCheck,
  Sun,
  UserPlus,
  UsersRound,
  Workflow,
} from 'lucide-react'
import { settingsPlaces } from '#web/features/settings/settings-sections.ts'

/** What is done on the spot, by whoever shows the commands. */
export type Deed = 'light' | 'dark' | 'system' | 'sign-out' | 'shortcuts'

/** Written before the name of what is to be assigned. */
const ASSIGN = 'assign '

/** What somebody wants to assign, who wrote so; null where they look for something. */
export function wantedToAssign(text: string, user: CurrentUser): string | null {
  const isAsked = canOpenAdmin(user) && text.trimStart().toLowerCase().startsWith(ASSIGN)
  return isAsked ? text.trimStart().slice(ASSIGN.length) : null
}

/** Something that the search does, and that a key may do; `asks` begins what is to be written. */
export type Command = {
  id: string
  label: string
  icon: LucideIcon
  /** By what else it is found. */
  words?: string
  /** The key that goes there, after a G. */
  key?: string
  isFor?: (user: CurrentUser) => boolean
  /** Shown before anything is typed. */
  offered?: boolean
} & ({ to: string } | { does: Deed } | { asks: string })

const managesTeam = (user: CurrentUser) => user.manages_team

const places: Command[] = [
  {
    id: 'home',
    label: 'Go to Front Desk',
    words: 'dashboard home',
    key: 'h',
    icon: ConciergeBell,
    to: '/dashboard',
  },
  { id: 'policies', label: 'Go to Policies', key: 'p', icon: ScrollText, to: '/policies' },
  { id: 'training', label: 'Go to Training', key: 't', icon: GraduationCap, to: '/training' },
  { id: 'processes', label: 'Go to Processes', key: 'r', icon: Workflow, to: '/processes' },
  {
    id: 'documents',
    label: 'Go to Documents',
    words: 'files',
    key: 'd',
    icon: FileText,
    to: '/documents',
  },
  {
    id: 'chat',
    label: 'Go to Chat',
    words: 'conversations messages',
    key: 'c',
    icon: MessagesSquare,
    to: '/chat',
  },
  {
    id: 'people',
    label: 'Go to People',
    words: 'directory',
    key: 'e',
    icon: UsersRound,
    to: '/people',
  },
  {
    id: 'notifications',
    label: 'Go to Notifications',
    words: 'news',
    key: 'n',
    icon: Bell,
    to: '/notifications',
  },
  {
    id: 'team',
    label: 'Go to My Team',
    key: 'm',
    icon: ClipboardList,
    to: '/team',
    isFor: managesTeam,
  },
  {
    id: 'admin',
    label: 'Go to Admin Panel',
    key: 'a',
    icon: ShieldCheck,
    to: '/admin',
    isFor: canOpenAdmin,
  },
  {
    id: 'overview',
    label: 'Go to Overview',
    words: 'who is behind',
    key: 'o',
    icon: ListChecks,
    to: '/admin/overview',
    isFor: canOpenAdmin,
  },
  {
    id: 'settings',
    label: 'Go to Settings',
    key: 's',
    icon: Settings,
    to: '/admin/settings',
    isFor: canOpenAdmin,
  },
]

const adminsCommands: Command[] = [
  {
    id: 'invite',
    label: 'Invite somebody',
    words: 'person add join link',
    icon: UserPlus,
    to: '/people/invite',
    offered: true,
  },
  {
    id: 'new-policy',
    label: 'New policy',
    words: 'add write',
    icon: ScrollText,
    to: '/policies/add',
    offered: true,
  },
  {
    id: 'new-training',
    label: 'New training',
    words: 'add write',
    icon: GraduationCap,
    to: '/training/add',
    offered: true,
  },
  {
    id: 'new-process',
    label: 'New process',
    words: 'add write',
    icon: Workflow,
    to: '/processes/add',
    offered: true,
  },
  {
    id: 'new-document',
    label: 'New document',
    words: 'add upload file',
    icon: FilePlus2,
    to: '/documents/add',
  },
  {
    id: 'new-test',
    label: 'New test',
    words: 'add quiz',
    icon: ListChecks,
    to: '/admin/tests/add',
  },
  {
    id: 'assign',
    label: 'Assign a policy, training or test',
    words: 'require of people',
    icon: ClipboardList,
    asks: ASSIGN,
    offered: true,
  },
  ...settingsPlaces.map(({ to, title, words, icon }) => ({
    id: `settings-${title.toLowerCase().replaceAll(' ', '-')}`,
    label: `Settings: ${title}`,
    words,
    icon,
    to,
  })),
].map((command) => ({ ...command, isFor: canOpenAdmin }))

const ownCommands: Command[] = [
  {
    id: 'obligations',
    label: 'My obligations',
    words: 'what awaits me due todo',
    icon: ListChecks,
    to: '/dashboard',
    offered: true,
  },
  {
    id: 'recent',
    label: 'Opened lately',
    words: 'recent history',
    icon: History,
    to: '/recent',
    offered: true,
  },
  {
    id: 'profile',
    label: 'Edit my profile',
    words: 'name picture bio',
    icon: CircleUserRound,
    to: '/profile/edit',
  },
  {
    id: 'security',
    label: 'Change my password',
    words: 'security sessions',
    icon: KeyRound,
    to: '/profile/security',
  },
  {
    id: 'told',
    label: 'Choose how I am told',
    words: 'notifications mail digest',
    icon: BellRing,
    to: '/profile/notifications',
  },
  { id: 'light', label: 'Light theme', words: 'switch appearance', icon: Sun, does: 'light' },
  { id: 'dark', label: 'Dark theme', words: 'switch appearance', icon: Moon, does: 'dark' },
  {
    id: 'system',
    label: 'Theme like the system',
    words: 'switch appearance',
    icon: Monitor,
    does: 'system',
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    words: 'keys help',
    icon: Keyboard,
    does: 'shortcuts',
    offered: true,
  },
  { id: 'sign-out', label: 'Sign out', words: 'log out leave', icon: LogOut, does: 'sign-out' },
]

const commands = [...adminsCommands, ...ownCommands, ...places]

/** What this person can have done, in the order that it is shown. */
export const commandsFor = (user: CurrentUser): Command[] =>
  commands.filter(({ isFor }) => isFor?.(user) ?? true)

/** The places that a key leads this person to. */
export const keyPlacesFor = (user: CurrentUser) =>
  commandsFor(user).flatMap((command) =>
    'to' in command && command.key ? [{ ...command, key: command.key }] : [],
  )

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The commands that a text asks for: each of its words begins one of theirs. `first` are those whose name
 * begins with it, which stand above whatever else is found; for no text some are offered.
 */
export function commandsMatching(
  text: string,
  user: CurrentUser,
): { first: Command[]; others: Command[] } {
  const query = normalise(text).trim()
  const all = commandsFor(user)
  if (query === '') return { first: [], others: all.filter(({ offered }) => offered) }
  const asked = wordsOf(query)
  const fitting = all.filter(({ label, words = '' }) => {
    const own = wordsOf(normalise(`${label} ${words}`))
    return asked.length > 0 && asked.every((word) => own.some((its) => its.startsWith(word)))
  })
  const isFirst = ({ label }: Command) => normalise(label).startsWith(query)
  return { first: fitting.filter(isFirst), others: fitting.filter((each) => !isFirst(each)) }
}
