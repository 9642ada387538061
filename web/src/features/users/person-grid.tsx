import type { Person } from '@frontdesk/contract/users'
import { useFocusOnNew } from '#web/lib/use-focus-on-new.ts'
import { Button } from '#web/ui/button.tsx'
import { PersonCard, personGrid } from './person-card.tsx'

type PersonGridProps = {
  people: Person[]
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
}

export function PersonGrid({ people, hasMore, loadingMore, onMore }: PersonGridProps) {
  const { list, onShowMore } = useFocusOnNew(people.length, onMore)
  return (
    <>
      <ul ref={list} aria-label="People" className={personGrid}>
        {people.map((person) => (
          <PersonCard key={person.id} person={person} />
        ))}
      </ul>
      {hasMore && (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" busy={loadingMore} busyLabel="Loading…" onClick={onShowMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
