import type { DemoDocument } from './demo-document.ts'

const drawing = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif">${content}</svg>`

/** PNGs are painted from drawings, so that no picture has to be kept in the repository. */
async function painted(svg: string, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg), { density: 144 }).resize(width).png().toBuffer()
}

const floorPlan = drawing(
  640,
  440,
  `<rect width="640" height="440" fill="#fbfaf7"/>
<g fill="none" stroke="#24394a" stroke-width="8"><path d="M40 40h560v360H40z"/><path d="M280 40v150m0 70v140M40 230h100m70 0h70M280 260h130m80 0h110M440 40v140"/></g>
<g stroke="#b9c3ca" stroke-width="2" fill="none"><path d="M140 230a70 70 0 0 1 70-70"/><path d="M280 190a70 70 0 0 1 70 70"/><path d="M410 260a80 80 0 0 1 80 80"/></g>
<g font-size="19" fill="#24394a" text-anchor="middle"><text x="160" y="130">Conference</text><text x="160" y="325">Front desk</text><text x="360" y="120">Kitchen</text><text x="520" y="120">Broker</text><text x="440" y="345">Agents</text></g>`,
)

const mark = drawing(
  320,
  320,
  `<rect width="320" height="320" fill="#1f3a4d"/><path d="M160 40 240 190H80Z" fill="#d8b36a"/><path d="M160 100 228 226H92Z" fill="#e7cd96"/><rect x="148" y="226" width="24" height="34" fill="#d8b36a"/><path d="M50 274q28-20 55 0t55 0 55 0 55 0" fill="none" stroke="#fff" stroke-width="7"/>`,
)

const yardSign = drawing(
  400,
  460,
  `<rect width="400" height="460" fill="#eef2ef"/><rect x="188" y="60" width="24" height="400" fill="#8a6f4d"/><rect x="60" y="80" width="280" height="210" rx="8" fill="#fff" stroke="#24394a" stroke-width="6"/><text x="200" y="150" font-size="40" font-weight="700" text-anchor="middle" fill="#1f3a4d">FOR SALE</text><text x="200" y="200" font-size="24" text-anchor="middle" fill="#24394a">Harbor &amp; Pine Realty</text><text x="200" y="250" font-size="28" font-weight="700" text-anchor="middle" fill="#a3462f">(207) 555-0100</text>`,
)

const closings = [3, 4, 6, 9, 12, 14, 13, 15, 11, 9, 6, 4]
const months = 'JFMAMJJASOND'
const chart = drawing(
  640,
  360,
  `<rect width="640" height="360" fill="#fff"/><text x="40" y="44" font-size="22" font-weight="700" fill="#1f3a4d">Closings by month</text><path d="M40 310h560" stroke="#b9c3ca" stroke-width="2"/>${closings
    .map(
      (count, n) =>
        `<rect x="${50 + n * 46}" y="${310 - count * 15}" width="30" height="${count * 15}" fill="#2f6b8a"/><text x="${65 + n * 46}" y="334" font-size="15" text-anchor="middle" fill="#5b6470">${months[n]}</text><text x="${65 + n * 46}" y="${302 - count * 15}" font-size="14" text-anchor="middle" fill="#24394a">${count}</text>`,
    )
    .join('')}`,
)

const route = drawing(
  560,
  300,
  `<rect width="560" height="300" fill="#f4f1ea"/><path d="M0 220q120-60 240 0t320-30" fill="none" stroke="#9cc3d5" stroke-width="46"/><g fill="none" stroke="#fff" stroke-width="14"><path d="M40 0v300M200 0v300M380 0v300M0 80h560M0 160h560"/></g><path d="M60 80H200V160H380V50" fill="none" stroke="#a3462f" stroke-width="6" stroke-dasharray="14 8"/><g fill="#1f3a4d"><circle cx="60" cy="80" r="10"/><circle cx="380" cy="50" r="10"/></g><g font-size="16" fill="#1f3a4d"><text x="74" y="64">Office</text><text x="398" y="46">Title company</text></g>`,
)

/** What the office draws. */
export const drawnDocuments: DemoDocument[] = [
  {
    title: 'Office Floor Plan',
    category: 'Other',
    fileName: 'floor-plan.png',
    daysAgo: 400,
    content: async () => painted(floorPlan, 1280),
  },
  {
    title: 'Closings by Month, Last Year',
    category: 'Finance',
    fileName: 'closings-chart.png',
    daysAgo: 140,
    description: 'As shown at the annual meeting.',
    content: async () => painted(chart, 1280),
  },
  {
    title: 'Walk to the Title Company',
    category: 'Other',
    fileName: 'walk-to-title-company.png',
    daysAgo: 230,
    content: async () => painted(route, 1120),
  },
  {
    title: 'Company Mark',
    category: 'Other',
    fileName: 'harbor-and-pine-mark.svg',
    daysAgo: 390,
    description: 'For print and screen; leave room around it.',
    content: () => Buffer.from(mark),
  },
  {
    title: 'Yard Sign Layout',
    category: 'Other',
    fileName: 'yard-sign.svg',
    daysAgo: 180,
    content: () => Buffer.from(yardSign),
  },
  {
    title: 'Emergency Exits',
    category: 'HR Documents',
    fileName: 'emergency-exits.svg',
    daysAgo: 95,
    description: 'Where to go, and where we meet.',
    content: () =>
      Buffer.from(
        floorPlan.replace(
          '</svg>',
          '<g fill="none" stroke="#2e7d4f" stroke-width="7"><path d="M160 300v60H60"/><path d="M520 160v60h-60v140h120"/></g><text x="320" y="430" font-size="18" text-anchor="middle" fill="#2e7d4f">We meet under the maple across the street</text></svg>',
        ),
      ),
  },
  {
    title: 'Parking Map',
    category: 'Other',
    fileName: 'parking.svg',
    daysAgo: 15,
    content: () => Buffer.from(route.replace('Title company', 'Staff parking')),
  },
  {
    title: 'Holiday Hours',
    category: 'HR Documents',
    fileName: 'holiday-hours.svg',
    daysAgo: 2,
    content: () =>
      Buffer.from(
        drawing(
          480,
          320,
          '<rect width="480" height="320" fill="#24394a"/><g fill="#fff" text-anchor="middle"><text x="240" y="80" font-size="34" font-weight="700">Holiday hours</text><text x="240" y="150" font-size="22">Thanksgiving: closed</text><text x="240" y="190" font-size="22">Friday after: 10 to 2</text><text x="240" y="230" font-size="22">December 24: 8:30 to noon</text><text x="240" y="270" font-size="22">December 25: closed</text></g>',
        ),
      ),
  },
]
