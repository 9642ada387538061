import { useNavigate } from '@tanstack/react-router'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

type AskAboutProps = { type: 'policy' | 'process' | 'training'; id: string; size?: 'sm' }

/** Opens a conversation with whoever answers for an item, with the item as a card. */
export function AskAbout({ type, id, size }: AskAboutProps) {
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const ask = async () => {
    setIsBusy(true)
    try {
      const chat = await call('POST /chat/about', { body: { type, id } })
      await navigate({ href: `/chat/${chat.id}?about=${encodeURIComponent(chat.link)}` })
    } catch (error) {
      toast.error(messageOf(error, 'The conversation could not be opened'))
    }
    setIsBusy(false)
  }
  return (
    <Button
      variant="secondary"
      size={size}
      icon={MessageCircleQuestionMark}
      busy={isBusy}
      onClick={() => void ask()}
    >
      Ask about this {type}
    </Button>
  )
}
