import type { ReactNode } from 'react'
import { useSignOut } from './use-sign-out.tsx'

type SignOutButtonProps = { className?: string; title?: string; children: ReactNode }

/** Signs out; asks first where something typed would be lost with it. */
export function SignOutButton({ className, title, children }: SignOutButtonProps) {
  const { ask, question } = useSignOut()
  return (
    <>
      <button type="button" title={title} onClick={ask} className={className}>
        {children}
      </button>
      {question}
    </>
  )
}
