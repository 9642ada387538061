import { accentTokens } from '@frontdesk/contract/accent'
import type { MailText } from './mail-kind.ts'

interface Letterhead {
  brokerage: string
  /** Such as `https://desk.example.com`. */
  address: string
  /** As `#rrggbb`; null for the colour of the program. */
  accent: string | null
}

interface Colours {
  button: { light: string; dark: string }
  link: { light: string; dark: string }
}

/** Evergreen, as in tokens.css. */
const OUR_COLOURS: Colours = {
  button: { light: '#1b5a45', dark: '#276b53' },
  link: { light: '#1b5a45', dark: '#7cc3a2' },
}

function coloursOf(accent: string | null): Colours {
  if (accent === null) return OUR_COLOURS
  const { accent: link, 'accent-fill': button } = accentTokens(accent)
  return link && button ? { link, button } : OUR_COLOURS
}

/** The same mail as text and as HTML. */
export function layOutMail(mail: MailText, letterhead: Letterhead): { text: string; html: string } {
  return { text: asText(mail, letterhead), html: asHtml(mail, letterhead) }
}

function asText(mail: MailText, letterhead: Letterhead) {
  const { heading, paragraphs, items = [], action, footnote } = mail
  const link = action ? [`${action.label}:\n${action.url}`] : []
  const list = items.map(({ title, note, url }) =>
    [`- ${title}`, note, url].filter(Boolean).join('\n  '),
  )
  const parts = [heading, ...paragraphs, ...list, ...link, footnote, signature(letterhead)]
  return `${parts.join('\n\n')}\n`
}

const signature = ({ brokerage, address }: Letterhead) => `-- \n${brokerage}\n${address}`

/**
 * Programs for mail keep tables and inline styles; those that know dark mode also get its colours,
 * and those that turn colours around by themselves find none that would become unreadable.
 */
function asHtml(mail: MailText, { brokerage, address, accent }: Letterhead): string {
  const colours = coloursOf(accent)
  const paragraphs = mail.paragraphs
    .map((paragraph) => `<p class="ink" style="${STYLES.paragraph}">${escapeHtml(paragraph)}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>${dark(colours)}</style>
</head>
<body class="paper" style="${STYLES.body}">
<div role="main">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="${STYLES.paper}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink rule" style="${STYLES.head}">${escapeHtml(brokerage)}</td></tr>
<tr><td class="sheet" style="${STYLES.sheet}">
<h1 class="ink" style="${STYLES.heading}">${escapeHtml(mail.heading)}</h1>
${paragraphs}
${itemTable(mail.items ?? [], colours)}
${mail.action ? actionButton(mail.action, colours) : ''}
</td></tr>
<tr><td class="muted" style="${STYLES.foot}">
<p style="margin:0 0 12px">${escapeHtml(mail.footnote)}</p>
<p style="margin:0">Front Desk of ${escapeHtml(brokerage)} &middot; ${escapeHtml(address)}</p>
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`
}

function itemTable(items: NonNullable<MailText['items']>, { link }: Colours): string {
  if (items.length === 0) return ''
  const rows = items.map(({ title, note, url, urgent }) => {
    const look = urgent
      ? { style: STYLES.urgent, name: 'urgent' }
      : { style: STYLES.note, name: 'muted' }
    return `<tr><td class="rule" style="${STYLES.item}">
<a href="${escapeHtml(url)}" class="link" style="${STYLES.itemLink};color:${link.light}">${escapeHtml(title)}</a><br>
<span class="${look.name}" style="${look.style}">${escapeHtml(note)}</span>
</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 0">
${rows.join('\n')}
</table>`
}

function actionButton({ label, url }: { label: string; url: string }, colours: Colours): string {
  const href = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:28px 0 24px"><tr>
<td class="button" bgcolor="${colours.button.light}" style="border-radius:8px;background:${colours.button.light}">
<a href="${href}" class="button-link" style="${STYLES.button}">${escapeHtml(label)}</a>
</td></tr></table>
<p class="muted" style="${STYLES.address}">Or open this address:<br><a href="${href}" class="link" style="color:${colours.link.light};word-break:break-all">${href}</a></p>`
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const STYLES = {
  body: 'margin:0;padding:0;background:#f7f3ea',
  paper: `background:#f7f3ea;${FONT};font-size:16px;line-height:1.6`,
  head: `${FONT};padding:0 4px 14px;font-size:16px;font-weight:600;color:#1b2521`,
  sheet: `${FONT};background:#fffdf8;border:1px solid #e2dac9;border-radius:12px;padding:32px 28px`,
  heading: `${FONT};margin:0 0 16px;font-size:26px;line-height:1.25;font-weight:700;letter-spacing:-0.02em;color:#1b2521`,
  paragraph: 'margin:0 0 14px;font-size:16px;line-height:1.6;color:#1b2521',
  button: `${FONT};display:inline-block;padding:13px 22px;font-size:16px;font-weight:600;color:#fffdf8;text-decoration:none`,
  item: 'padding:12px 0;border-top:1px solid #e2dac9',
  itemLink: `${FONT};font-size:17px;line-height:1.4;font-weight:600;text-decoration:none`,
  note: 'font-size:14px;line-height:1.5;color:#5a6159',
  urgent: 'font-size:14px;line-height:1.5;font-weight:600;color:#a3342a',
  address: 'margin:0;font-size:13px;line-height:1.5;color:#5a6159',
  foot: `${FONT};padding:20px 4px 0;font-size:13px;line-height:1.5;color:#5a6159`,
}

const dark = ({ button: fill, link }: Colours) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #131a17 !important; }
  .sheet { background: #1a2320 !important; border-color: #2c3732 !important; }
  .ink { color: #ece8dc !important; }
  .muted { color: #a6ada3 !important; }
  .urgent { color: #f0988c !important; }
  .rule { border-color: #2c3732 !important; }
  .link { color: ${link.dark} !important; }
  .button { background: ${fill.dark} !important; }
  .button-link { color: #fffdf8 !important; }
}
`

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign]!)
