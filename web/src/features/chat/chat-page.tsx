import { useMatch } from '@tanstack/react-router'
import { MessagesSquare, SquarePen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { late } from '#web/lib/late.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ChatList } from './chat-list.tsx'
import { ConversationView } from './conversation-view.tsx'

const NewChatDialog = late(() => import('./chat-dialogs.tsx'), 'NewChatDialog')

/** The list and one conversation beside each other; on a phone one of them. */
export function ChatPage() {
  // With no conversation chosen the list alone is the page.
  const id = useMatch({ from: '/shell/chat/$id', shouldThrow: false })?.params.id
  const [isOpening, setIsOpening] = useState(false)
  usePageTitle('Chat')
  return (
    <div
      className={classes(
        '-mx-(--page-gutter) -my-6 flex h-[calc(100dvh-3.5rem-var(--bottom-bar,0px))] min-h-80 sm:-my-9',
        'overflow-hidden lg:mx-0 lg:border-x lg:border-line',
      )}
    >
      <section
        aria-label="Conversations"
        className={classes(
          'flex w-full min-w-0 flex-col bg-paper md:w-72 md:shrink-0 md:border-r md:border-line lg:w-80',
          id && 'max-md:hidden',
        )}
      >
        <ChatList current={id ?? null} onNew={() => setIsOpening(true)} />
      </section>
      <section
        aria-label="Conversation"
        className={classes('flex min-w-0 grow flex-col bg-surface', !id && 'max-md:hidden')}
      >
        {id && <h1 className="sr-only md:hidden">Chat</h1>}
        {id ? (
          <ConversationView key={id} id={id} />
        ) : (
          <NothingChosen onNew={() => setIsOpening(true)} />
        )}
      </section>
      {isOpening && (
        <Suspense>
          <NewChatDialog onClose={() => setIsOpening(false)} />
        </Suspense>
      )}
    </div>
  )
}

function NothingChosen({ onNew }: { onNew: () => void }) {
  return (
    <div className="m-auto grid justify-items-center gap-2 px-6 text-center text-muted">
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <MessagesSquare className="size-5.5" aria-hidden="true" />
      </span>
      <p className="text-lg font-semibold text-ink">Choose a conversation</p>
      <p className="max-w-[34ch]">Or begin a new one: with a colleague, or with a few of them.</p>
      <div className="mt-2">
        <Button variant="secondary" icon={SquarePen} onClick={onNew}>
          New Conversation
        </Button>
      </div>
    </div>
  )
}
