type PersonCellProps = { name: string; email: string; onOpen?: () => void }

/** With `onOpen` the name is a button that covers its whole row. */
export function PersonCell({ name, email, onOpen }: PersonCellProps) {
  return (
    <>
      {onOpen ? (
        <button
          type="button"
          onClick={onOpen}
          className="row-link block text-start font-medium sm:whitespace-nowrap"
        >
          {name}
        </button>
      ) : (
        <span className="block font-medium sm:whitespace-nowrap">{name}</span>
      )}
      <span
        title={email}
        className="block text-sm text-muted max-sm:wrap-anywhere sm:max-lg:max-w-36 sm:max-lg:truncate"
      >
        {email}
      </span>
    </>
  )
}
