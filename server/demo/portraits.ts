import sharp from 'sharp'
import type { Db } from '../src/db/connect.ts'
import type { FileStore } from '../src/platform/file-store.ts'
import type { FilledPerson } from './fill-people.ts'

/** Every other one: a brokerage where everybody has a picture is not a real one. */
const hasPicture = ({ status }: FilledPerson, index: number) =>
  status === 'active' && index % 2 === 0

/** Draws a picture for some of the people, small and large. */
export async function fillPortraits(
  db: Db,
  people: FilledPerson[],
  pictures: FileStore,
): Promise<void> {
  const rows = people.filter(hasPicture).map(async (person, index) => {
    const svg = Buffer.from(portrait(index, person.first_name))
    const square = async (size: number) => {
      const webp = await sharp(svg, { density: 72 }).resize(size, size).webp().toBuffer()
      return (await pictures.write(webp)).key
    }
    return { user_id: person.id, large_key: await square(512), small_key: await square(96) }
  })
  await db
    .insertInto('profile_pictures')
    .values(await Promise.all(rows))
    .execute()
}

const GROUNDS = ['#d9e6db', '#f0dcd2', '#dbe3ea', '#e6dde9', '#f3e6c4', '#d6e6e6']
const SKINS = ['#f1c9a5', '#8d5a3b', '#e2ac83', '#c98d63', '#f6d7bd', '#6b432c', '#b57b52']
const HAIRS = ['#3a2a20', '#1d1a19', '#7a4a24', '#a8a29a', '#c69a5b', '#54301f', '#8b3d20']
const CLOTHES = ['#1b5a45', '#7a3b22', '#2b4a63', '#573b66', '#4c5420', '#39424a', '#8a6a1f']

/** What lies on the head, behind it and before it; `c` is its colour. */
const STYLES: ((c: string) => [behind: string, before: string])[] = [
  (c) => [
    '',
    `<path d="M158 214c-6-96 44-132 98-132s104 36 98 132c-14-46-40-66-98-66s-84 20-98 66z" fill="${c}"/>`,
  ],
  (c) => [
    `<path d="M146 220c-8-104 52-142 110-142s118 38 110 142v150H146z" fill="${c}"/>`,
    `<path d="M160 214c2-60 40-86 84-92 44 26 84 30 108 92-2-92-44-124-96-124s-94 32-96 124z" fill="${c}"/>`,
  ],
  (c) => [
    `<circle cx="256" cy="76" r="42" fill="${c}"/>`,
    `<path d="M158 210c-4-90 46-124 98-124s102 34 98 124c-20-48-52-64-98-64s-78 16-98 64z" fill="${c}"/>`,
  ],
  (c) => [
    '',
    `<g fill="${c}"><circle cx="186" cy="142" r="40"/><circle cx="232" cy="112" r="44"/><circle cx="286" cy="112" r="44"/><circle cx="328" cy="144" r="40"/><circle cx="256" cy="126" r="48"/></g>`,
  ],
  (c) => [
    `<path d="M150 216c-6-98 46-138 106-138s112 40 106 138v64c-14 16-30 18-44 12l-8-60H202l-8 60c-14 6-30 4-44-12z" fill="${c}"/>`,
    `<path d="M160 206c6-44 22-72 30-80 60 22 120 18 132 0 12 14 24 40 30 80 0-86-40-116-96-116s-96 30-96 116z" fill="${c}"/>`,
  ],
]

const GLASSES =
  '<g fill="none" stroke="#2b3330" stroke-width="7"><circle cx="218" cy="218" r="27"/><circle cx="294" cy="218" r="27"/><path d="M245 216h22"/></g>'

/** A head and shoulders without a face: nobody in particular. */
function portrait(index: number, name: string): string {
  const pick = <T>(list: readonly T[], step: number) =>
    list[(index * step + name.length) % list.length]!
  const skin = pick(SKINS, 3)
  const [behind, before] = pick(STYLES, 1)(pick(HAIRS, 2))
  const shirt = pick(CLOTHES, 5)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
<rect width="512" height="512" fill="${pick(GROUNDS, 5)}"/>
${behind}
<path d="M70 512c4-104 78-152 186-152s182 48 186 152z" fill="${shirt}"/>
<path d="M212 300h88v66c0 30-20 52-44 52s-44-22-44-52z" fill="${skin}"/>
<path d="M212 322c20 22 68 22 88 0v18c-20 24-68 24-88 0z" fill="#000" opacity=".12"/>
<ellipse cx="256" cy="218" rx="90" ry="112" fill="${skin}"/>
${before}
${index % 3 === 1 ? GLASSES : ''}
</svg>`
}
