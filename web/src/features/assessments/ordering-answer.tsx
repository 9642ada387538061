import { SortableList } from '#web/features/editing/sortable-list.tsx'
import { Button } from '#web/ui/button.tsx'

type OrderingAnswerProps = {
  options: string[]
  /** Places of the options as they were put; empty where nothing was moved yet. */
  order: number[]
  onOrder: (order: number[]) => void
}

/** Options that are put in order by drag, by keys and by buttons; or kept as they stand, on purpose. */
export function OrderingAnswer({ options, order, onOrder }: OrderingAnswerProps) {
  const isAnswered = order.length === options.length
  const places = isAnswered ? order : options.map((_, place) => place)
  const titleAt = (index: number) => options[places[index]!]!
  return (
    <>
      <SortableList
        compact
        noun="item"
        keys={places.map(String)}
        titleAt={titleAt}
        onMove={(from, to) => onOrder(moved(places, from, to))}
      >
        {(index) => <span className="wrap-anywhere">{titleAt(index)}</span>}
      </SortableList>
      <div className="mt-2 flex min-h-8 items-center text-sm text-muted pointer-coarse:min-h-10">
        {isAnswered ? (
          'This is your order.'
        ) : (
          <Button variant="secondary" size="sm" onClick={() => onOrder(places)}>
            Keep This Order
          </Button>
        )}
      </div>
    </>
  )
}

function moved(places: number[], from: number, to: number): number[] {
  const others = places.filter((_, index) => index !== from)
  return others.toSpliced(to, 0, places[from]!)
}
