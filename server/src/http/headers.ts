/** Sent with every answer. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Sent with every answer of the API: nothing of it is kept, framed or run. */
export const apiHeaders = {
  ...everywhere,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/**
 * Sent with every page and file of the web app. Styles may be inline because the dialog and toast
 * libraries add them; scripts may not, but for those of the
 * page that the build has written and whose hashes are named, and no string becomes markup but through a named policy.
 */
export const pageHeaders = {
  ...everywhere,
  'Content-Security-Policy': contentSecurityPolicy([]),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'X-Frame-Options': 'DENY',
}

/**
 * Sent with scripts, styles and fonts of the build instead: they are parts of pages, whose policy holds for them, and on a slow line
 * the rest would cost more than many of them. What is opened by itself, or runs beside a page as a worker, has its own.
 */
export const partHeaders = everywhere

/** @param hashes of the scripts that stand in the page itself, such as `sha256-…` */
export function contentSecurityPolicy(hashes: string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Sections of trainings: videos by their link, video sites and slides in sandboxed frames.
    "media-src 'self' https:",
    "frame-src 'self' https:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types frontdesk-markdown frontdesk-paste frontdesk-pdf frontdesk-worker dompurify',
  ].join('; ')
}

/** Where the server is reached over TLS: browsers stay there for a year. */
export const tlsHeader = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
