import { classes } from './classes.ts'

type EmailTextProps = { address: string; className?: string }

/** An address in a table: cut short in a row, and in a card broken before its domain first. */
export function EmailText({ address, className }: EmailTextProps) {
  const at = address.lastIndexOf('@')
  return (
    <span
      title={address}
      className={classes('cards:wrap-anywhere rows:truncate rows:[&_wbr]:hidden', className)}
    >
      {at > 0 ? address.slice(0, at) : address}
      {at > 0 && (
        <>
          <wbr />
          {address.slice(at)}
        </>
      )}
    </span>
  )
}
