import { describe, expect, it } from 'vitest'
import {
  forgetText,
  hasTexts,
  keepText,
  keptTextKey,
  readKeptText,
  type TextStore,
} from './kept-text.ts'

const kept = {
  values: { title: 'Wire fraud', description: '', category: 'Finance', content: 'Call back.' },
  etag: '"3"',
  keptAt: 1_763_690_000_000,
}

type Texts = typeof kept.values
const isTexts = (value: unknown): value is Texts =>
  hasTexts(value, ['title', 'description', 'category', 'content'])
const read = (store: TextStore | null, key: string) => readKeptText(store, key, isTexts)

function memoryStore(): TextStore {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

describe('kept text', () => {
  it('comes back as it was typed, with the version it was typed on', () => {
    const store = memoryStore()
    expect(keepText(store, 'a', kept)).toBe(true)
    expect(read(store, 'a')).toEqual(kept)
  })

  it('is gone once forgotten', () => {
    const store = memoryStore()
    keepText(store, 'a', kept)
    forgetText(store, 'a')
    expect(read(store, 'a')).toBeNull()
  })

  it('belongs to one person and one form', () => {
    const keys = [
      keptTextKey('policy', 'ana', null),
      keptTextKey('policy', 'ana', 'p1'),
      keptTextKey('policy', 'ben', null),
      keptTextKey('policy', 'ben', 'p1'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each(['{', '"text"', '{}', '{"values":{"title":1},"etag":null,"keptAt":1}'])(
    'is nothing where the storage holds %s',
    (text) => {
      const store = memoryStore()
      store.setItem('a', text)
      expect(read(store, 'a')).toBeNull()
    },
  )

  it('does not fail where the browser has no room or no storage', () => {
    const full = {
      ...memoryStore(),
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }
    expect(keepText(full, 'a', kept)).toBe(false)
    expect(keepText(null, 'a', kept)).toBe(false)
    expect(read(null, 'a')).toBeNull()
  })
})
