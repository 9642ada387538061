import { EmailText } from './email-text.tsx'

type PersonCellProps = { name: string; email: string; onOpen?: () => void }

/** With `onOpen` the name is a button that covers its whole row. */
export function PersonCell({ name, email, onOpen }: PersonCellProps) {
  return (
    <div>
      {onOpen ? (
        <button type="button" onClick={onOpen} className="row-link block text-start font-medium">
          {name}
        </button>
      ) : (
        <span className="block font-medium">{name}</span>
      )}
      <EmailText address={email} className="block text-sm text-muted" />
    </div>
  )
}
