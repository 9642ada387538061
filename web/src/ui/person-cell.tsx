import { Fragment } from 'react'
import { classes } from './classes.ts'

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

type EmailTextProps = { address: string; className?: string }

/** An address, whole: where it has no room it is broken before its domain, then within that at dots, and else anywhere. */
export function EmailText({ address, className }: EmailTextProps) {
  const at = address.lastIndexOf('@')
  const name = at > 0 ? address.slice(0, at) : address
  const domain = at > 0 ? address.slice(at).split(/(?=\.)/) : []
  return (
    <span className={classes('wrap-anywhere', className)}>
      {name}
      {domain.map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same part may stand in it twice
        <Fragment key={place}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  )
}
