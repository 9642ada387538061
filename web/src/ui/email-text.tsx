import { classes } from './classes.ts'

type EmailTextProps = { address: string; className?: string }

/** An address, whole: where it has no room it is broken before its domain, and else anywhere. */
export function EmailText({ address, className }: EmailTextProps) {
  const at = address.lastIndexOf('@')
  return (
    <span className={classes('wrap-anywhere', className)}>
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
