import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { ChangedMeanwhile, saveOneField } from './cell-edit.ts'

type Item = { title: string; content: string; revision: number }

const conflict = () => new ApiError('Changed', 409, { code: 'edit_conflict' })

/** An item on a server, and how a cell that shows its title changes it to “Mine”. */
function cellOf(loads: Item[], saves: (() => Promise<unknown>)[] = []) {
  const save = vi.fn<(item: Item) => Promise<unknown>>(async () => saves.shift()?.())
  const refresh = vi.fn<() => Promise<unknown>>(async () => undefined)
  const load = async () => loads.shift()!
  const change = saveOneField({ load, valueOf: ({ title }) => title, save, refresh }, 'Theirs')
  return { save, refresh, change }
}

const one = { title: 'Theirs', content: 'One', revision: 1 }
const two = { ...one, content: 'Two', revision: 2 }

test('a field is saved on top of the newest that there is of its item', async () => {
  const { save, refresh, change } = cellOf([one])
  await change
  expect(save.mock.calls).toEqual([[one]])
  expect(refresh).toHaveBeenCalledOnce()
})

test('another field that somebody saves at the same moment costs one more try', async () => {
  const { save, change } = cellOf([one, two], [async () => Promise.reject(conflict())])
  await change
  expect(save.mock.calls).toEqual([[one], [two]])
})

test('whoever has changed the same field is not overwritten unasked', async () => {
  const theirs = { ...two, title: 'Of somebody else' }
  const { save, refresh, change } = cellOf([theirs])
  await expect(change).rejects.toEqual(new ChangedMeanwhile('Of somebody else'))
  expect(save).not.toHaveBeenCalled()
  expect(refresh).toHaveBeenCalledOnce()

  const late = cellOf([one, theirs], [async () => Promise.reject(conflict())])
  await expect(late.change).rejects.toMatchObject({ now: 'Of somebody else' })
  expect(late.save).toHaveBeenCalledOnce()
})

test('what can’t be saved is said, and is not tried for ever', async () => {
  const again = async () => Promise.reject(conflict())
  const { save, change } = cellOf([one, two, one], [again, again, again])
  await expect(change).rejects.toMatchObject({ code: 'edit_conflict' })
  expect(save).toHaveBeenCalledTimes(2)
  const full = new ApiError('The disk is full', 507, {})
  const { refresh, ...other } = cellOf([one], [async () => Promise.reject(full)])
  await expect(other.change).rejects.toBe(full)
  expect(refresh).toHaveBeenCalledOnce()
})
