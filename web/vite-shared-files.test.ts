import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { sharedFiles } from './vite-shared-files.ts'

type Module = { length?: number; imports?: string[]; pages?: string[] }

/** Modules by name, with how long they are, what they import and which pages they open. */
function graphOf(modules: Record<string, Module>): Rolldown.ChunkingContext {
  const idsThat = (isIt: (module: Module) => boolean | undefined) =>
    Object.keys(modules).filter((id) => isIt(modules[id]!))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is looked at of one
  const infoOf = (id: string) =>
    ({
      code: '.'.repeat(modules[id]?.length ?? 100),
      importedIds: modules[id]?.imports ?? [],
      dynamicallyImportedIds: modules[id]?.pages ?? [],
      importers: idsThat(({ imports }) => imports?.includes(id)),
      dynamicImporters: idsThat(({ pages }) => pages?.includes(id)),
    }) as Partial<Rolldown.ModuleInfo> as Rolldown.ModuleInfo
  return { getModuleInfo: infoOf }
}

/** The modules that come together, each file's in a row. */
function filesOf(modules: Record<string, Module>, isFirst = (_id: string) => false) {
  const nameOf = sharedFiles({
    isElsewhere: (id) => id === 'program',
    isApart: (id) => id === 'apart',
    isFirst,
  })
  const graph = graphOf(modules)
  const files = new Map<string, string[]>()
  for (const id of Object.keys(modules)) {
    const name = nameOf(id, graph)
    if (name !== null) files.set(name, [...(files.get(name) ?? []), id])
  }
  return [...files.values()].map((ids) => ids.join(' ')).toSorted()
}

const pages = (...names: string[]): Module => ({ pages: names })

test('what the same pages need comes in one file; what one needs, what is apart and what is elsewhere has no name', () => {
  expect(
    filesOf({
      program: pages('one', 'two'),
      one: { imports: ['program', 'a', 'b', 'own', 'apart'] },
      two: { imports: ['a', 'b', 'apart'] },
      a: {},
      b: {},
      own: {},
      apart: {},
    }),
  ).toEqual(['a b'])
})

const three = (length: number): Record<string, Module> => ({
  program: pages('one', 'two', 'three'),
  one: { imports: ['a', 'b'] },
  two: { imports: ['a', 'b'] },
  three: { imports: ['a'] },
  a: { length: 100 },
  b: { length },
})

test('small files join where that saves more than a page then loads needlessly', () => {
  expect(filesOf(three(1000))).toEqual(['a b'])
  expect(filesOf(three(39_000))).toEqual(['a', 'b'])
})

test('a page that is often the first counts for more, and no page loads more than so much needlessly', () => {
  expect(filesOf(three(32_000))).toEqual(['a', 'b'])
  expect(filesOf(three(32_000), (id) => id === 'one')).toEqual(['a b'])
  expect(filesOf(three(41_000), (id) => id === 'one')).toEqual(['a', 'b'])
})

test('no two files come to import each other', () => {
  const files = filesOf({
    program: pages('one', 'two', 'three', 'four'),
    one: { imports: ['a'] },
    two: { imports: ['a'] },
    three: { imports: ['apart'] },
    four: { imports: ['c'] },
    a: { imports: ['apart'] },
    apart: { imports: ['c'] },
    c: {},
  })
  // In one file, `a` and `c` would import what imports them.
  expect(files).toEqual(['a', 'c'])
})
