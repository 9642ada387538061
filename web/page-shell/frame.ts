import {
  ClipboardList,
  ConciergeBell,
  FolderOpen,
  GraduationCap,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  PanelLeft,
  ScrollText,
  ShieldCheck,
  UsersRound,
  Workflow,
} from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export interface ShellPlace {
  /** The first part of its address. */
  at: string
  label: string
  /** What the header says there. */
  title: string
  icon: LucideIcon
  /** Whose alone it is. */
  only?: 'admins' | 'managers'
}

/** As `src/app/navigation.ts` has them, which a test compares: the page can't ask the program. */
export const shellPlaces: ShellPlace[] = [
  { at: 'dashboard', label: 'Front Desk', title: 'Front Desk', icon: ConciergeBell },
  { at: 'people', label: 'People', title: 'Directory', icon: UsersRound },
  { at: 'training', label: 'Training', title: 'Training', icon: GraduationCap },
  { at: 'policies', label: 'Policies', title: 'Policies', icon: ScrollText },
  { at: 'processes', label: 'Processes', title: 'Processes', icon: Workflow },
  { at: 'team', label: 'My Team', title: 'My Team', icon: ClipboardList, only: 'managers' },
  { at: 'chat', label: 'Chat', title: 'Chat', icon: MessagesSquare },
  { at: 'documents', label: 'Documents', title: 'Document Repository', icon: FolderOpen },
  { at: 'admin', label: 'Admin Panel', title: 'Admin Panel', icon: ShieldCheck, only: 'admins' },
]

/** What lists say first, whatever is in them: title and description, as each page's header has them, which a test compares. */
export const listWords: { at: string; title: string; description: string }[] = [
  {
    at: 'people',
    title: 'People',
    description: 'Who works here, and how to reach them.',
  },
  {
    at: 'training',
    title: 'Training',
    description: 'What to learn here, at your own pace, and proof that you did.',
  },
  {
    at: 'policies',
    title: 'Policies',
    description: 'What we have agreed on, and what still needs your name under it.',
  },
  {
    at: 'processes',
    title: 'Processes',
    description: 'How we do things here, one step after the other.',
  },
  {
    at: 'documents',
    title: 'Document Repository',
    description: 'Forms, guides and records, for everyone in the office.',
  },
]

/** First parts of the addresses that are open to all and stand outside the frame. */
export const framelessPlaces = [
  'login',
  'auditor',
  'forgot-password',
  'reset-password',
  'verify-email',
  'terms',
  'privacy',
  'verify',
]

const draw = (icon: LucideIcon) => renderToStaticMarkup(createElement(icon, { size: 20 }))
const bars = (...widths: number[]) => widths.map((w) => `<i style="width:${w}%"></i>`).join('')
/** As `src/ui/logo.tsx` draws it behind those words. */
const bell = [
  '<svg class="bell" viewBox="0 0 32 32"><rect x="14" y="6.5" width="4" height="3.5" rx="1.4"/>',
  '<path d="M6.5 20.5a9.5 9.5 0 0 1 19 0z"/><rect x="5" y="22.25" width="22" height="3.25" rx="1.6"/></svg>',
].join('')
const cards = `<div>${bars(55, 90, 80)}</div><div>${bars(45, 85, 70)}</div>`
const says = (tag: string, text: string) => `<${tag} data-says="${text}"></${tag}>`
/** The front desk's first block: the script in the page puts the brokerage's words into it. */
const welcome = [
  `<div class="welcome">${bell}<p>${says('b', 'brokerage_name')}${says('span', 'today')}</p>`,
  `${says('strong', 'welcome_title')}${says('p', 'welcome_text')}</div>`,
].join('')
const firstWords = listWords
  .map(
    ({ at, title, description }) =>
      `<p class="words words-${at}"><strong>${title}</strong><span>${description}</span></p>`,
  )
  .join('')
const rows = () =>
  shellPlaces
    .map(({ at, label, icon, only }) => {
      const classes = ['at', `at-${at}`, ...(only ? ['only', only] : [])].join(' ')
      return `<li class="${classes}">${draw(icon)}<span>${label}</span></li>`
    })
    .join('')

/**
 * The frame of signed-in pages as it looks before the program has come: sidebar or bottom bar, header, and
 * grey stand-ins; and the mark alone for everybody else. Nothing in it can be pressed or is read out.
 * @param mark the product's mark as SVG
 */
export function shellMarkup(mark: string): string {
  const titles = shellPlaces.map(({ at, title }) => `<b class="title title-${at}">${title}</b>`)
  return [
    '<div id="page-shell" aria-hidden="true">',
    `<div class="side"><p class="brand">${mark}<b>Front Desk</b></p><ul>${rows()}</ul>`,
    `<div class="foot"><p>${draw(LogOut)}<span>Sign Out</span></p><div>${bars(70, 45)}</div></div></div>`,
    `<div class="page"><div class="head"><span class="wide">${draw(PanelLeft)}</span>`,
    `<span class="narrow brand">${mark}</span>${titles.join('')}</div>`,
    `<div class="main">${bars(40, 60)}${firstWords}${cards}</div>`,
    `<div class="main desk">${bars(100)}${welcome}${cards}</div></div>`,
    `<div class="bottom"><div>${bars(35)}</div><ul>${rows()}</ul></div></div>`,
    `<div id="page-mark" aria-hidden="true">${mark}</div>`,
  ].join('')
}

/** What marks the place that the page is for, in sidebar, bottom bar and header, and shows its first words. */
export function shellPlaceRules(): string {
  const of = (part: (at: string) => string) =>
    shellPlaces.map(({ at }) => `[data-frame='${at}'] #page-shell ${part(at)}`).join(',')
  const ofLists = (part: (at: string) => string) =>
    listWords.map(({ at }) => `[data-list='${at}'] #page-shell ${part(at)}`).join(',')
  return [
    `${ofLists((at) => `.words-${at}`)}{display:block}`,
    `${ofLists(() => '.main>i')}{display:none}`,
    `${of((at) => `.title-${at}`)}{display:block}`,
    `${of((at) => `.side .at-${at}`)}{background:var(--accent-soft);color:var(--accent)}`,
    `${of((at) => `.bottom .at-${at}`)}{color:var(--accent)}`,
  ].join('')
}
