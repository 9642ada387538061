import type { Role, UserStatus } from '@frontdesk/contract/users'

export interface DemoPerson {
  first_name: string
  last_name: string
  email: string
  role: Role
  status: UserStatus
  title: string
  phone_number: string
  bio: string | null
  /** Signed up by themselves, and waits for an admin. */
  applied: boolean
}

type Details = [
  title: string,
  phoneEnding: string,
  bio: string | null,
  status?: UserStatus | 'applied',
]

function person(role: Role, name: string, [title, phoneEnding, bio, status]: Details): DemoPerson {
  const [first_name = '', last_name = ''] = name.split(' ')
  return {
    first_name,
    last_name,
    email: `${first_name}.${last_name}@harborandpine.example`.toLowerCase(),
    role,
    status: status === 'applied' ? 'pending' : (status ?? 'active'),
    title,
    phone_number: `(207) 555-${phoneEnding}`,
    bio,
    applied: status === 'applied',
  }
}

const admin = (name: string, ...details: Details) => person('admin', name, details)
const manager = (name: string, ...details: Details) => person('manager', name, details)
const agent = (name: string, ...details: Details) => person('agent', name, details)

/** The staff of Harbor & Pine Realty. Numbers from 555-0100 to 555-0199 belong to nobody. */
export const demoPeople: DemoPerson[] = [
  admin(
    'Nora Lindqvist',
    'Designated Broker',
    '0101',
    'Opened Harbor & Pine in 2009 with two desks and a borrowed copier. Licensed since 1996; still takes a handful of listings a year, mostly for families she has sold to before.',
  ),
  admin(
    'Tobias Grant',
    'Director of Operations',
    '0102',
    'Keeps the files, the trust account and the software in order. Came to us from eleven years in title and escrow. Ask him before you sign anything twice.',
  ),
  manager(
    'Priya Raman',
    'Sales Manager, Harbor Office',
    '0103',
    'Leads the fourteen agents of the Harbor office. Former buyer’s agent, now the person who reads your offers before they go out. Her door is open from eight.',
  ),
  manager(
    'Marcus Whitfield',
    'Sales Manager, Pine Street Office',
    '0104',
    'Runs the Pine Street office and the Tuesday role-play sessions. Twenty years in residential sales, nine of them as a trainer for the state association.',
  ),
  manager(
    'Elena Castellanos',
    'Transaction Manager',
    '0105',
    'Sees every file from ratified contract to closing table. If a date is missing, you will hear from her before the client does. Notary; fluent in Spanish.',
  ),
  agent(
    'Maya Okafor',
    'Buyer Specialist',
    '0106',
    'Works with first-time buyers, many of them nurses and teachers, and runs our quarterly homebuyer evening at the library.',
  ),
  agent(
    'Daniel Kowalczyk',
    'Listing Specialist',
    '0107',
    'Grew up in his father’s carpentry shop and can tell you which walls will not come out. Lists older homes and prices them honestly.',
  ),
  agent(
    'Grace Huang',
    'Associate Broker',
    '0108',
    'Associate broker since 2014. Investment and small multifamily property; teaches the pre-licensing course at the community college. Speaks Mandarin.',
  ),
  agent(
    'Luis Ortega',
    'Sales Agent',
    '0109',
    'Second-generation agent. Helps people who move here for the shipyard find a house within a month. Speaks Spanish.',
  ),
  agent(
    'Hannah Abrams',
    'Senior Sales Agent',
    '0110',
    'Downsizing and estates. Patient with attics. Holds the Seniors Real Estate Specialist designation.',
  ),
  agent(
    'Wyatt Thibodeau',
    'Land and Waterfront Agent',
    '0111',
    'Septic, shoreland zoning, rights of way: the questions that other people find out about after closing. Keeps waders in the truck.',
  ),
  agent(
    'Amara Diallo',
    'Relocation Specialist',
    '0112',
    'Handles corporate moves and most of our video tours. Previously eight years in hotel management. Speaks French.',
  ),
  agent(
    'Kevin Nakamura',
    'Sales Agent',
    '0113',
    'Engineer by training. Brings a moisture meter to showings and a spreadsheet to offers.',
  ),
  agent(
    'Siobhan Doyle',
    'Senior Sales Agent',
    '0114',
    'Twenty-two years on the peninsula. Knows which roads flood and which selectmen answer the phone.',
  ),
  agent(
    'Jamal Carter',
    'Buyer Specialist',
    '0115',
    'Army veteran; works with buyers who use VA loans and explains the appraisal before it surprises anyone.',
  ),
  agent(
    'Rebecca Stein',
    'Sales Agent',
    '0116',
    'Joined in 2021 after a career in school administration. Condominiums, first purchases and a great deal of follow-up.',
  ),
  agent(
    'Anh Pham',
    'Sales Agent',
    '0117',
    'Two-family houses and house hacking. Runs the numbers with you on paper, with a pencil. Speaks Vietnamese.',
  ),
  agent(
    'Patrick Gallagher',
    'Listing Specialist',
    '0118',
    'Photographs his own listings and will rearrange your bookshelves. Volunteer firefighter.',
  ),
  agent(
    'Fatima Rahimi',
    'Sales Agent',
    '0119',
    'First-generation buyers and their parents, often at the same table. Speaks Dari, Farsi and English.',
  ),
  agent(
    'Tyler Benson',
    'Sales Agent',
    '0120',
    'Licensed last year. Sits our open houses at Pine Street and is building a farm in the Mill District.',
  ),
  agent(
    'Isabel Moreau',
    'Luxury Property Agent',
    '0121',
    'Represents larger waterfront homes and the people who would rather not see them on a yard sign.',
  ),
  agent(
    'Omar Haddad',
    'Sales Agent',
    '0122',
    'Former mortgage processor. Reads a loan estimate faster than most people read a menu. Speaks Arabic.',
  ),
  agent(
    'Claire Bouchard',
    'Sales Agent',
    '0123',
    'Lives on a small farm and sells them. Wells, barns, current-use taxation.',
  ),
  agent(
    'Nathan Sorensen',
    'New Construction Agent',
    '0124',
    'Looks after three builders and their buyers, and walks every house before drywall.',
  ),
  agent(
    'Lakshmi Iyer',
    'Associate Broker',
    '0125',
    'Commercial leases on Main Street and the occasional bakery. Serves on the association’s professional-standards panel.',
  ),
  agent(
    'Ben Hathaway',
    'Sales Agent',
    '0126',
    'Coaches middle-school lacrosse; half his clients found him on the sideline.',
  ),
  agent(
    'Camila Reyes',
    'Buyer Specialist',
    '0127',
    'Down-payment assistance, from the first form to the last. Certified by the state housing agency. Speaks Spanish.',
  ),
  agent(
    'Joseph Levesque',
    'Senior Sales Agent',
    '0128',
    'Third office, same desk lamp. Has sold some houses in this town four times.',
  ),
  agent(
    'Zoe Papadakis',
    'Sales Agent',
    '0129',
    'Condominiums downtown. Reads the association’s minutes so that you know about the roof.',
  ),
  agent(
    'Andre Baptiste',
    'Sales Agent',
    '0130',
    'Came to real estate from restaurant kitchens: calm under pressure and on time. Speaks Haitian Creole and French.',
  ),
  agent(
    'Katherine Moyer',
    'Sales Agent',
    '0131',
    'With us since 2016. Moved to Ohio this month to be near her family.',
    'inactive',
  ),
  agent(
    'Samuel Adeyemi',
    'Sales Agent',
    '0132',
    'Accountant during the tax season, agent for the rest of the year. Small investors trust him with both.',
  ),
  agent(
    'Mei-Ling Zhou',
    'Relocation Specialist',
    '0133',
    'Looks after visiting faculty and hospital staff. Short timelines, long checklists. Speaks Mandarin and Cantonese.',
  ),
  agent(
    'Curtis Dunham',
    'Senior Sales Agent',
    '0134',
    'Retired this month, after thirty-one years. Promises to come to every summer cookout.',
    'inactive',
  ),
  agent(
    'Rosa Jimenez',
    'Sales Agent',
    '0135',
    'Rentals and first purchases. Keeps a list of landlords who fix things. Speaks Spanish.',
  ),
  agent(
    'Ingrid Halvorsen',
    'Historic Homes Agent',
    '0136',
    'Sits on the town’s historic commission and can date a house by its window glass.',
  ),
  agent(
    'Darnell Price',
    'Sales Agent',
    '0137',
    'Two years in, forty doors a week, and the cleanest files in the Harbor office.',
  ),
  agent(
    'Olivia Pelletier',
    'Sales Agent',
    '0138',
    'Seasonal property and the rules on letting it by the week. Answers on Sundays in July, not in January.',
  ),
  agent(
    'Ravi Menon',
    'Sales Agent',
    '0139',
    'Moved here from Chicago and remembers what newcomers do not know to ask. Speaks Malayalam and Hindi.',
    'applied',
  ),
  agent('Teresa Quigley', 'Sales Agent', '0140', null, 'pending'),
]
