import { expect, test } from 'vitest'
import { movedPlaces, pictureBetween, wordsFrom } from './picture-uploads.tsx'

test('a picture stands by itself at the end of a line, and among the words within one', () => {
  const put = (before: string, after: string) =>
    before + pictureBetween(before, after, '/p', 'Key') + after
  expect(put('', '')).toBe('![Key](/p)')
  expect(put('Words', '')).toBe('Words\n\n![Key](/p)')
  expect(put('Words', '\n\nmore')).toBe('Words\n\n![Key](/p)\n\nmore')
  expect(put('One', ' two')).toBe('One ![Key](/p) two')
  expect(put('One ', 'two')).toBe('One ![Key](/p) two')
  expect(put('One\n\n', 'Two')).toBe('One\n\n![Key](/p)\n\nTwo')
  expect(put('- item', '\n- other')).toBe('- item ![Key](/p)\n- other')
  expect(put('| a', ' | b |')).toBe('| a ![Key](/p) | b |')
  expect(pictureBetween('', '', '/p', 'a [b]\\')).toBe('![a  b  ](/p)')
})

test('a place stays where it is while words come before, behind and at it', () => {
  const after = (before: string, text: string, place: number) =>
    movedPlaces(new Map([[1, place]]), before, text).get(1)
  expect(after('One. Two.', 'One, and more. Two.', 4)).toBe(14)
  expect(after('One. Two.', 'One. Two. Three.', 4)).toBe(4)
  expect(after('One.', 'One. Two.', 4)).toBe(4)
  expect(after('One. Two. Last.', 'One. Last.', 7)).toBe(5)
  expect(after('One.', '', 4)).toBe(0)
  expect(after('', 'One.', 0)).toBe(0)
})

test('a file that a camera or a system named says nothing of its picture', () => {
  for (const name of [
    'image.png',
    'IMG_2034.JPG',
    'Screenshot 2026-11-26 at 10.44.12.png',
    'DSC00012.jpg',
    'Screenshot (3).png',
    '20261126_104412.jpg',
  ]) {
    expect(wordsFrom(name), name).toBe('')
  }
  expect(wordsFrom('The lockbox_on the door.png')).toBe('The lockbox on the door')
  expect(wordsFrom('Desk.png')).toBe('Desk')
})
