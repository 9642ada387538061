import { useSearch } from '@tanstack/react-router'
import { AccountForm } from './account-form.tsx'
import { useSignup } from './auth.api.ts'

export function SignupForm() {
  const search = useSearch({ from: '/signup' })
  return <AccountForm creation={useSignup()} search={search} />
}
