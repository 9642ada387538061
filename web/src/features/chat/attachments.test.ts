import { expect, test } from 'vitest'
import { pastedFiles } from './attachments.tsx'

const picture = new File(['…'], 'image.png', { type: 'image/png' })
const plan = new File(['…'], 'plan.pdf', { type: 'application/pdf' })

function paste(files: File[], text: string) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of it
  return pastedFiles({ files: files as unknown as FileList, getData: () => text })
}

test('cells and paragraphs are pasted as text, though a picture of them lies beside it', () => {
  expect(paste([picture], 'Price\tSold\r\n410,000\tyes\r\n')).toEqual([])
  expect(paste([], 'only words')).toEqual([])
})

test('a picture, and files with their names beside them, are attached', () => {
  expect(paste([picture], '')).toEqual([picture])
  expect(paste([picture, plan], 'image.png\rplan.pdf')).toEqual([picture, plan])
})
