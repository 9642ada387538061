/** On it the window that came back from a provider tells the page that opened it how that ended. */
export const CONFIRMED_CHANNEL = 'frontdesk-confirmed'
