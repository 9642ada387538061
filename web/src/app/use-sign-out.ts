import { useSession } from '#web/app/session.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

/** Signs out; says so where the server couldn't be told. */
export function useSignOut() {
  const { signOut } = useSession()
  return () => {
    signOut().catch((error: unknown) => toast.error(messageOf(error, 'Logout failed')))
  }
}
