import { expect, test, vi } from 'vitest'
import { pictureQuery } from '#web/features/chat/chat.api.ts'
import { queryClient } from './query-client.ts'

const HALF_AN_HOUR = 30 * 60_000

test('the bytes of a picture are let go a while after nobody looks at it, and at a sign-out', () => {
  vi.useFakeTimers()
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const picture = URL.createObjectURL(new Blob(['…']))
  const another = URL.createObjectURL(new Blob(['…']))
  queryClient.setQueryDefaults(['chat_pictures'], { gcTime: pictureQuery('chat', 'one').gcTime })
  queryClient.setQueryData(pictureQuery('chat', 'one').queryKey, picture)
  queryClient.setQueryData(['chats', 'unread'], 'not a picture')
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(HALF_AN_HOUR)
  expect(revoke.mock.calls).toEqual([[picture]])

  queryClient.setQueryData(pictureQuery('chat', 'two').queryKey, another)
  queryClient.clear()
  expect(revoke.mock.calls).toEqual([[picture], [another]])
})
