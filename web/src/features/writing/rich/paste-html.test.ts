import { expect, test } from 'vitest'
import { fileFrom, picturesInRtf } from './paste-html.ts'

const bytesOf = async (file: File | null | undefined) =>
  file && [...new Uint8Array(await file.arrayBuffer())]

test('the pictures that Word brings as digits are found among all else that it says of them', async () => {
  const rtf = String.raw`{\rtf1 Words {\*\shppict{\pict{\*\picprop\shplid1025{\sp{\sn shapeType}{\sv 75}}}\picscalex100\picw10\pngblip\bliptag-1283{\*\blipuid b38420c5ff0011223344556677889900}89504e47
0d0a1a0a}}{\nonshppict{\pict\wmetafile8 010009}} more {\pict\jpegblip\bliptag5 ffd8ffe0}\par}`
  const [png, jpeg, ...others] = picturesInRtf(rtf)
  expect(others).toEqual([])
  expect(png!.type).toBe('image/png')
  expect(await bytesOf(png)).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  expect(jpeg!.type).toBe('image/jpeg')
  expect(await bytesOf(jpeg)).toEqual([0xff, 0xd8, 0xff, 0xe0])
})

test('a clipboard of many megabytes is looked through at once', () => {
  const rtf = `{\\rtf1 ${'{\\b words} '.repeat(300_000)}{\\pict\\pngblip ${'89ab'.repeat(1_000_000)}}}`
  const began = performance.now()
  expect(picturesInRtf(rtf)[0]!.size).toBe(2_000_000)
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('an address that holds a picture is one; others, and what is none, are not', async () => {
  expect(await bytesOf(fileFrom('data:image/png;base64,iVBORw=='))).toEqual([
    0x89, 0x50, 0x4e, 0x47,
  ])
  expect(fileFrom('data:image/png;base64,%%%')).toBeNull()
  expect(fileFrom('data:image/svg+xml;base64,iVBORw==')).toBeNull()
  expect(fileFrom('https://pictures.example/a.png')).toBeNull()
})
