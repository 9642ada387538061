type PersonCellProps = { name: string; email: string; onOpen?: () => void }

/** With `onOpen` the name is a button that covers its whole row. */
export function PersonCell({ name, email, onOpen }: PersonCellProps) {
  return (
    <>
      {onOpen ? (
        <button type="button" onClick={onOpen} className="row-link block text-start font-medium">
          {name}
        </button>
      ) : (
        <span className="block font-medium">{name}</span>
      )}
      <span className="block text-sm wrap-anywhere text-muted">{email}</span>
    </>
  )
}
