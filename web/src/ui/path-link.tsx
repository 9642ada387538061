import { type AnyRouter, type HistoryState, Link, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

export type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** What the page is told beside its address. */
  state?: HistoryState
}

/** A router link to an address held as text, its query string included. */
export function PathLink({ to, ...props }: PathLinkProps) {
  const router = useRouter()
  const [path = '', query = ''] = to.split('?', 2)
  // The kit doesn't know the routes: the router's own list of literal paths isn't asked for here.
  return (
    <Link<AnyRouter, string, string>
      {...props}
      to={path}
      search={query ? router.options.parseSearch(query) : {}}
    />
  )
}
