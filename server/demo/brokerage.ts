import type { BrokerageTexts } from '@frontdesk/contract/settings'

/** What Harbor & Pine Realty wrote for its dashboard. */
export const demoBrokerage: BrokerageTexts = {
  brokerage_name: 'Harbor & Pine Realty',
  welcome_title: 'Good to see you',
  welcome_text:
    'Start here each morning. If a policy has changed, you will find it below; read it before your first showing, and ask Tobias or your manager about anything that is not plain.',
  broker_name: 'Nora Lindqvist',
  broker_title: 'Designated Broker and Owner',
  broker_bio:
    'I opened this office in 2009 with one rule: tell people what you know, and say so when you do not know. Everything in our policies comes from that. You have my cell number, and I would much rather hear about a problem at nine in the evening than at the closing table.',
  help_cards: [
    {
      title: 'Property Search',
      text: 'Start from what the client says they need, write it down, and search on those words alone. Schools, safety and “who lives there” are questions for public sources, not for us.',
    },
    {
      title: 'Expert Guidance',
      text: 'Priya and Marcus read every offer before it goes out. Elena answers for dates, deposits and addenda. Law and tax questions go to a lawyer or an accountant.',
    },
    {
      title: 'Education First',
      text: 'Our clients should understand what they sign. Give the agency disclosure at the first real conversation, explain it in plain words, and leave time for questions.',
    },
    {
      title: 'Clear Communication',
      text: 'Answer the same day, even if only to say when you will know more. Put what matters in writing. Wiring instructions never come from us.',
    },
  ],
  testimonial_quote:
    'They told us what they did not know, found out by the next morning, and put it in an email. We have bought three houses in our lives; this was the first time we understood every page.',
  testimonial_author: 'Ruth and Alan Prescott, who bought on Ferry Road',
}
