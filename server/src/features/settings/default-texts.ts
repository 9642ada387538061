import type { BrokerageTexts } from '@frontdesk/contract/settings'

/**
 * The dashboard of a fresh installation: true of any brokerage until it writes its own words. What only
 * the brokerage can know is empty, and not shown.
 */
export const defaultTexts: BrokerageTexts = {
  brokerage_name: 'Your Brokerage',
  welcome_title: 'Welcome to the Front Desk',
  welcome_text:
    'Our policies live here. Whatever awaits your acknowledgment is listed below; take the time to read it, and ask when something is not plain.',
  broker_name: '',
  broker_title: '',
  broker_bio: '',
  help_cards: [
    {
      title: 'Property Search',
      text: 'Begin with what the client needs, in the client’s own words, and search on that alone. Offer the same listings and the same service to everyone.',
    },
    {
      title: 'Expert Guidance',
      text: 'Nobody has to know everything. Bring contracts and disclosures to your manager or broker, and send questions of law or tax to a lawyer or an accountant.',
    },
    {
      title: 'Education First',
      text: 'Clients should understand what they sign. Explain the documents in plain words, early, and leave room for questions.',
    },
    {
      title: 'Clear Communication',
      text: 'Answer promptly, confirm what matters in writing, and keep your word about when you will call.',
    },
  ],
  testimonial_quote: '',
  testimonial_author: '',
}
