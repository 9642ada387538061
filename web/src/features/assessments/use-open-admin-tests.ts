import { useNavigate, type AnyRouter } from '@tanstack/react-router'

/** Goes to the table of tests in the admin area. */
export function useOpenAdminTests() {
  const navigate = useNavigate()
  return () => navigate<AnyRouter, string, string>({ to: '/admin/tests' })
}
