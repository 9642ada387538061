import type { ComponentProps, KeyboardEvent } from 'react'

const FIELDS = 'input:not([type=hidden]), select, textarea, [contenteditable=true]'

/**
 * A form that publishes: Enter in a field goes on to the next one, where a browser would submit.
 * Only the button submits. A field that takes Enter for itself prevents the default, and keeps it.
 */
export function PublishingForm(props: ComponentProps<'form'>) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are of its fields
  return <form {...props} onKeyDown={moveOnEnter} />
}

function moveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (!isPlainEnter(event) || !isOfOneLine(target)) return
  // What a dialog shows is no part of the form that it was opened from.
  if (!form.contains(target) || ['submit', 'button', 'file', 'reset'].includes(target.type)) return
  event.preventDefault()
  if (target.type === 'radio' || target.type === 'checkbox') return
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(canTakeFocus)
  fields[fields.indexOf(target) + 1]?.focus()
}

/** A line, or one that wraps where it is long. */
const isOfOneLine = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement ||
  (target instanceof HTMLTextAreaElement && 'oneLine' in target.dataset)

/** Enter that was meant as such: not the end of a composed character, not a shortcut. */
export const isPlainEnter = (event: KeyboardEvent) =>
  event.key === 'Enter' &&
  !event.defaultPrevented &&
  !event.nativeEvent.isComposing &&
  !(event.metaKey || event.ctrlKey || event.altKey || event.shiftKey)

const canTakeFocus = (field: HTMLElement) =>
  field.tabIndex >= 0 &&
  !field.matches(':disabled, [role=toolbar] *') &&
  field.getClientRects().length > 0
