import { useState } from 'react'
import { useSession } from '#web/app/session.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

/** Signs out; says so where the server couldn't be told. */
export function useSignOut() {
  const { signOut } = useSession()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
    } catch (error) {
      toast.error(messageOf(error, 'Logout failed'))
    }
  }
  return { busy, leave: () => void leave() }
}
