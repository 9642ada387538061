import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Bookmark, Check, Pencil, Star, StarOff, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  type FilteredList,
  type SavedFilter,
  savedFiltersQuery,
  useDeleteFilter,
  useKeepFilter,
  useSetDefault,
} from './saved-filters.api.ts'

const FilterDialog = late(() => import('./filter-dialog.tsx'), 'FilterDialog')

/** The filters of a list that somebody has kept: to choose one, and to keep how it is filtered now. */
export function SavedFilters({ list }: { list: FilteredList }) {
  const { pathname, searchStr } = useLocation()
  const navigate = useNavigate()
  const query = searchStr.replace(/^\?/, '')
  const { data: filters } = useQuery(savedFiltersQuery(list))
  const [asked, setAsked] = useState<{ filter: SavedFilter | undefined } | null>(null)
  const changes = useChanges(list)
  const current = filters?.find((filter) => isSameQuery(filter.query, query))
  const open = (filter: SavedFilter, replace = false) => {
    if (filter.refers_to_deleted) {
      toast.error(`“${filter.name}” refers to something that was deleted.`)
    }
    void navigate({ href: `${pathname}?${filter.query}`, replace })
  }
  useOpenWithDefault(filters, query, (filter) => open(filter, true))
  const items: MenuItem[] = [
    ...(filters ?? []).map((filter) => ({
      label: labelOf(filter),
      icon: filter === current ? Check : filter.is_default ? Star : Bookmark,
      onSelect: () => open(filter),
    })),
    ...(current ? changes(current, () => setAsked({ filter: current })) : []),
    ...(current
      ? []
      : [
          {
            label: query === '' ? 'Filter the list to save that' : 'Save this filter',
            icon: Bookmark,
            disabled: query === '',
            onSelect: () => setAsked({ filter: undefined }),
          },
        ]),
  ]
  return (
    <>
      <Menu label={current?.name ?? 'Saved filters'} align="start" items={items} />
      {asked && (
        <Suspense>
          <FilterDialog
            key={asked.filter?.id}
            list={list}
            filter={asked.filter}
            query={query}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function labelOf({
  name,
  is_own: isOwn,
  owner_name: owner,
  refers_to_deleted: isOld,
}: SavedFilter) {
  return [name, !isOwn && `by ${owner}`, isOld && 'refers to something deleted']
    .filter(Boolean)
    .join(' · ')
}

/** Once, where the address of the list says nothing; whoever clears the filters then means that. */
function useOpenWithDefault(
  filters: SavedFilter[] | undefined,
  query: string,
  open: (filter: SavedFilter) => void,
) {
  const isDone = useRef(false)
  useEffect(() => {
    // Also where that is before the filters have come.
    if (query !== '') isDone.current = true
    if (!filters || isDone.current) return
    isDone.current = true
    const chosen = filters.find((filter) => filter.is_default)
    if (chosen) open(chosen)
  }, [filters, query, open])
}

/** What can be done with the filter that is chosen. */
function useChanges(list: FilteredList) {
  const setDefault = useSetDefault()
  const deletion = useDeleteFilter()
  const keep = useKeepFilter()
  const attempt = async (work: Promise<unknown>, failure: string) =>
    work.then(
      () => true,
      (error: unknown) => {
        toast.error(failureOf(error, failure))
        return false
      },
    )
  const remove = async ({ id, name, query, shared, is_default: isDefault }: SavedFilter) => {
    if (!(await attempt(deletion.mutateAsync(id), 'Failed to delete the filter'))) return
    const again = { list, name, query, shared, isDefault }
    toast.undo(
      `“${name}” was deleted`,
      () => void attempt(keep.mutateAsync(again), 'Failed to bring the filter back'),
    )
  }
  return (filter: SavedFilter, onChange: () => void): MenuItem[] => [
    {
      label: filter.is_default ? 'Don’t open the list with it' : 'Open the list with it',
      icon: filter.is_default ? StarOff : Star,
      onSelect: () =>
        void attempt(
          setDefault.mutateAsync({ id: filter.id, isDefault: !filter.is_default }),
          'Failed to change the default',
        ),
    },
    ...(filter.is_own
      ? [
          { label: 'Rename or share', icon: Pencil, onSelect: onChange },
          {
            label: 'Delete this filter',
            icon: Trash2,
            danger: true,
            onSelect: () => void remove(filter),
          },
        ]
      : []),
  ]
}

/** Whether two addresses ask for the same, whatever order their parts stand in. */
export function isSameQuery(one: string, other: string): boolean {
  return inOrder(one) === inOrder(other)
}

function inOrder(query: string): string {
  const parts = new URLSearchParams(query)
  parts.sort()
  return parts.toString()
}
