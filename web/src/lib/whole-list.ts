/** One page of a list, with where the next one begins. */
export type LoadPage<Row> = (
  cursor: string | undefined,
  limit: number,
) => Promise<{ data: Row[]; nextCursor: string | null }>

const LARGEST_PAGE = 500

/** All rows of a list that comes in pages, at most `most` of them. */
export async function loadWhole<Row>(loadPage: LoadPage<Row>, most: number): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await loadPage(cursor, Math.min(LARGEST_PAGE, most - rows.length))
    rows.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && rows.length < most)
  return rows
}
