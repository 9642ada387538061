import { normalise } from '@frontdesk/contract/search-scoring'
import { SearchType } from '@frontdesk/contract/search'
import { Lookup } from './lookup.ts'
import { type Found, searchType } from './search-type.ts'
import { TypeIndex } from './type-index.ts'
import { Vocabulary } from './vocabulary.ts'

/** Everything that can be found, in memory. */
export class SearchIndex {
  readonly #vocabularies = {
    words: new Vocabulary({ ofWords: true }),
    wholes: new Vocabulary({ ofWords: false }),
  }
  readonly #types = new Map(
    SearchType.options.map((type) => [type, new TypeIndex(this.#vocabularies)]),
  )

  ofType(type: SearchType): TypeIndex {
    return this.#types.get(type)!
  }

  /** How many items there are. */
  get size(): number {
    return [...this.#types.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** The best items of each type by the rules of docs/search.md; none for a blank query. */
  search(query: string, options: { limit: number; admin: boolean }): Record<SearchType, Found[]> {
    const text = normalise(query)
    const lookup = text === '' ? null : new Lookup(text, this.#vocabularies)
    const answer = SearchType.options.map((type) => {
      const index = this.ofType(type)
      return [type, lookup && index.size > 0 ? searchType(index, lookup, options) : []]
    })
    return Object.fromEntries(answer) as Record<SearchType, Found[]>
  }
}
