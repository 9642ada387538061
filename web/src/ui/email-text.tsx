import { Fragment } from 'react'
import { classes } from './classes.ts'

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
