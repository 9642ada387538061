import { createContext, type ReactNode } from 'react'

/** What stands over a printed table: whose it is. Apart, so that the frame need not load any table. */
export const PrintHead = createContext<ReactNode>(null)
