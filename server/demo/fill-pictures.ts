import sharp from 'sharp'
import type { Db } from '../src/db/connect.ts'
import type { StoragePlace } from '../src/platform/files.ts'
import { bringInPicture, openTextPictures } from '../src/features/pictures/pictures.actions.ts'

const [PAPER, WALL, GLASS, LINE, YOU, CLIENT] = [
  '#fffdf8',
  '#24332c',
  '#b9cfd9',
  '#1b5a45',
  '#1b5a45',
  '#b0703c',
]

/** Somebody from above, who looks to where the sector is. */
const person = (x: number, y: number, turn: number, colour: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0 92-42a101 101 0 0 1 0 84z" fill="${colour}" opacity=".14"/><ellipse rx="17" ry="30" fill="${colour}"/><circle r="15" fill="${PAPER}"/><circle r="11" fill="${colour}"/></g>`

/** A small house from above: who stands between the other and the door can always leave. */
const HOUSE_PLAN = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="720" viewBox="0 0 800 480">
<rect width="800" height="480" fill="${PAPER}"/>
<g fill="none" stroke="${WALL}" stroke-width="10">
<path d="M215 425H90V55h620v370H305"/><path d="M430 55v130m0 90v150M430 275h60m85 0h135"/>
</g>
<g stroke="${GLASS}" stroke-width="10"><path d="M160 55h110M520 55h110M710 120v80M90 190v90M560 425h90"/></g>
<g fill="none" stroke="${WALL}" stroke-width="2" opacity=".55">
<path d="M215 425v-88a88 88 0 0 1 88 88M490 275v-82a82 82 0 0 1 82 82"/>
<rect x="465" y="318" width="115" height="76" rx="6"/><path d="M465 342h115"/>
<rect x="640" y="82" width="46" height="150" rx="4"/><circle cx="663" cy="118" r="11"/><circle cx="663" cy="160" r="11"/>
<rect x="118" y="84" width="150" height="58" rx="10"/><rect x="150" y="164" width="86" height="46" rx="6"/>
</g>
<path d="M318 316C300 350 270 372 260 398v46" fill="none" stroke="${LINE}" stroke-width="5" stroke-dasharray="3 11" stroke-linecap="round"/>
<path d="m247 438 13 18 13-18" fill="none" stroke="${LINE}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
${person(330, 296, -38, YOU)}${person(528, 156, -14, CLIENT)}
</svg>`

const PICTURES: Record<string, string> = { 'house-plan': HOUSE_PLAN }

/** Keeps the pictures of the demo's texts. Returns what stands for `picture:<name>` in them. */
export async function fillPictures(
  db: Db,
  place: StoragePlace,
  uploadedBy: string,
): Promise<(content: string) => string> {
  // Our own drawing: what people upload is read with this switched off (src/platform/pictures.ts).
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  const files = openTextPictures(place)
  const paths = new Map<string, string>()
  for (const [name, svg] of Object.entries(PICTURES)) {
    const { data, info } = await sharp(Buffer.from(svg))
      .webp({ quality: 88 })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const picture = { content: data, width, height, uploadedBy }
    paths.set(name, (await bringInPicture(db, files, picture)).path)
  }
  return (content) =>
    content.replaceAll(/\(picture:([a-z-]+)/g, (_, name: string) => `(${paths.get(name)!}`)
}
