import { expect, test } from 'vitest'
import { markdownOfBlocks } from './reader/blocks.ts'
import { linesOf } from './reader/pdf-lines.ts'
import type { Piece } from './reader/pdf-page.ts'
import { taggedBlocks } from './reader/pdf-tags.ts'

const piece = (text: string, y: number, size: number): Piece => ({
  text,
  bold: false,
  x: 50,
  y,
  right: 50 + text.length * size * 0.5,
  size,
  mark: null,
})

/** Ten pages, each with a running head, a heading at its top, some text and a number. */
const pages = Array.from({ length: 10 }, (_, at) => ({
  height: 800,
  structure: null,
  pieces: [
    piece('Harbor & Pine, office handbook', 780, 9),
    piece(`Part ${at + 1}`, 750, 18),
    piece('What is read in this part is longer than its heading.', 600, 11),
    piece(`Page ${at + 1}`, 20, 9),
  ],
}))

test('what repeats at the edges of pages is left out, but not headings that differ by a number only', () => {
  const { lines, dropped } = linesOf(pages)
  expect(dropped).toBe(true)
  expect(lines.map(({ text }) => text).slice(0, 4)).toEqual([
    'Part 1',
    'What is read in this part is longer than its heading.',
    'Part 2',
    'What is read in this part is longer than its heading.',
  ])
})

test('by its tags a list keeps its numbers, and in words what a list here can’t show', () => {
  const marks = ['•', 'o', '1.', '2)', '1.1.', '(iv)', 'b.']
  const pieces = marks.map((mark, at) => ({
    ...piece(`${mark} item`, 700 - at * 20, 11),
    mark: String(at),
  }))
  const item = (id: string) => ({
    role: 'LI',
    children: [{ role: 'LBody', children: [{ role: 'P', children: [{ type: 'content', id }] }] }],
  })
  const structure = { role: 'L', children: marks.map((_, at) => item(String(at))) }
  expect(markdownOfBlocks(taggedBlocks({ height: 800, structure, pieces })).split('\n')).toEqual([
    '- item',
    '- item',
    '1. item',
    '2. item',
    '- 1.1. item',
    '- (iv) item',
    '- b. item',
  ])
})
