import {
  type Announcements,
  closestCenter,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'

/** Around the list, a hand's tremor. */
const NEAR = 24

/** The closest place, or none where the pointer is outside the list: dropped there, nothing moves. */
const closestInside: CollisionDetection = (args) => {
  const { pointerCoordinates: pointer, droppableRects } = args
  const places = [...droppableRects.values()]
  // Without a pointer it is the keyboard.
  if (!pointer || places.length === 0) return closestCenter(args)
  const isInside =
    pointer.x > Math.min(...places.map(({ left }) => left)) - NEAR &&
    pointer.x < Math.max(...places.map(({ right }) => right)) + NEAR &&
    pointer.y > Math.min(...places.map(({ top }) => top)) - NEAR &&
    pointer.y < Math.max(...places.map(({ bottom }) => bottom)) + NEAR
  return isInside ? closestCenter(args) : []
}

/** Parts stay in their column while they are dragged. */
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

type SortableListProps = {
  /** What a part is, such as `section`. */
  noun: string
  keys: string[]
  titleAt: (index: number) => string
  onMove: (from: number, to: number) => void
  /** Left out where no part can be copied. */
  onCopy?: (index: number) => void
  /** Left out where no part may be removed. */
  onRemove?: (index: number) => void
  /** Each part is one line, with nothing but its number, what it is and its buttons. */
  compact?: boolean
  /** Beside the number of a part. */
  renderLabel?: (index: number) => ReactNode
  children: (index: number) => ReactNode
}

/** Numbered cards that are put in order by drag, by keys and by buttons. */
export function SortableList(props: SortableListProps) {
  const { noun, keys, titleAt, onMove, onCopy, onRemove, compact, renderLabel, children } = props
  const [news, setNews] = useState('')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))]
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to)
  }
  const moveTo = (from: number, to: number) => {
    const title = titleAt(from)
    onMove(from, to)
    setNews(`${title} is now ${noun} ${to + 1} of ${keys.length}.`)
  }
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestInside}
        modifiers={[upAndDown]}
        onDragEnd={drop}
        accessibility={{
          announcements: announcementsFor(noun, keys, titleAt),
          screenReaderInstructions: { draggable: howToDrag(noun) },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol className={classes('grid grid-cols-[minmax(0,1fr)]', compact ? 'gap-2' : 'gap-3')}>
            {keys.map((key, index) => (
              <SortableCard
                key={key}
                id={key}
                noun={noun}
                number={index + 1}
                count={keys.length}
                compact={compact}
                label={renderLabel?.(index)}
                onMove={(to) => moveTo(index, to)}
                onCopy={onCopy && (() => onCopy(index))}
                onRemove={onRemove && (() => onRemove(index))}
              >
                {children(index)}
              </SortableCard>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <output className="sr-only">{news}</output>
    </>
  )
}

type SortableCardProps = {
  id: string
  noun: string
  number: number
  count: number
  compact?: boolean
  label?: ReactNode
  onMove: (to: number) => void
  onCopy?: () => void
  onRemove?: () => void
  children: ReactNode
}

function SortableCard(props: SortableCardProps) {
  const { id, noun, number, compact = false, label, children } = props
  const {
    attributes,
    isDragging,
    listeners,
    setActivatorNodeRef,
    setNodeRef,
    transform,
    transition,
  } = useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(
        'relative rounded-lg border bg-surface',
        isDragging ? 'z-20 border-accent shadow-raised' : 'border-line',
      )}
    >
      <fieldset
        aria-label={`${capital(noun)} ${number}`}
        className={classes('min-w-0', compact ? 'px-2 py-1.5' : 'p-3 sm:p-4')}
      >
        <div className={classes('flex items-center gap-1', !compact && 'mb-3 flex-wrap')}>
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={`Drag ${noun} ${number}`}
            title="Drag to another place"
            className="inline-grid size-8 cursor-grab touch-none place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink active:cursor-grabbing pointer-coarse:size-11"
          >
            <GripVertical className="size-4.5" aria-hidden="true" />
          </button>
          {compact ? (
            <span className="flex min-w-0 flex-1 gap-2">
              <span className="text-muted tabular-nums">{number}.</span>
              <span className="min-w-0 flex-1">{children}</span>
            </span>
          ) : (
            <span className="mr-2 font-semibold whitespace-nowrap tabular-nums">
              {capital(noun)} {number}
            </span>
          )}
          {label}
          <CardButtons {...props} />
        </div>
        {!compact && children}
      </fieldset>
    </li>
  )
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function CardButtons({ noun, number, count, onMove, onCopy, onRemove }: SortableCardProps) {
  /** The card moves in the page with its buttons, which would lose the focus. */
  const move = (event: MouseEvent<HTMLButtonElement>, to: number) => {
    const button = event.currentTarget
    flushSync(() => onMove(to))
    const sibling = button.parentElement?.querySelector<HTMLButtonElement>('button:enabled')
    const target = button.disabled ? sibling : button
    target?.focus()
  }
  return (
    <span className="ml-auto flex gap-0.5">
      {count > 1 && (
        <>
          <IconButton
            size="sm"
            label={`Move ${noun} ${number} up`}
            icon={ArrowUp}
            disabled={number === 1}
            onClick={(event) => move(event, number - 2)}
          />
          <IconButton
            size="sm"
            label={`Move ${noun} ${number} down`}
            icon={ArrowDown}
            disabled={number === count}
            onClick={(event) => move(event, number)}
          />
        </>
      )}
      {onCopy && (
        <IconButton size="sm" label={`Copy ${noun} ${number}`} icon={Copy} onClick={onCopy} />
      )}
      {onRemove && (
        <IconButton size="sm" label={`Remove ${noun} ${number}`} icon={Trash2} onClick={onRemove} />
      )}
    </span>
  )
}

/** How to move a part by keys, said when its handle has the focus. */
const howToDrag = (noun: string) =>
  `Press Space to lift this ${noun}, the arrow keys to move it, Space to put it down, Escape to leave it where it was.`

/** What a screen reader says while the part with one of these keys is dragged. */
function announcementsFor(
  noun: string,
  keys: string[],
  titleAt: (index: number) => string,
): Announcements {
  const place = (key: string | number) => `${keys.indexOf(String(key)) + 1} of ${keys.length}`
  const title = (key: string | number) => titleAt(keys.indexOf(String(key)))
  return {
    onDragStart: ({ active }) => `${title(active.id)} is lifted from ${noun} ${place(active.id)}.`,
    // Lifted, it lies over its own place: that says nothing new.
    onDragOver: ({ active, over }) => {
      if (!over) return undefined
      if (over.id === active.id)
        return `${title(active.id)} is lifted from ${noun} ${place(active.id)}.`
      return `${title(active.id)} would be ${noun} ${place(over.id)}.`
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${title(active.id)} is now ${noun} ${place(over.id)}.`
        : `${title(active.id)} is back in its place.`,
    onDragCancel: ({ active }) => `${title(active.id)} stays ${noun} ${place(active.id)}.`,
  }
}
