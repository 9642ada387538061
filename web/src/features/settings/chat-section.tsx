import type { AdminChat } from '@frontdesk/contract/chat'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { call, download } from '#web/lib/call.ts'
import { saveAs } from '#web/lib/files.ts'
import { late } from '#web/lib/late.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, Select, TextArea } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

const Dialog = late(() => import('#web/ui/dialog.tsx'), 'Dialog')

type ChatSectionProps = {
  state: SettingsFormState
  /** Whether members are told of exports already, as it is saved. */
  canExport: boolean
}

export function ChatSection({ state, canExport }: ChatSectionProps) {
  const { register, formState } = state.form
  const [isExporting, setIsExporting] = useState(false)
  return (
    <SettingsSection
      title="Conversations"
      description="How long messages are kept, and whether conversations leave this place."
    >
      <Field
        label="Keep messages"
        hint="What is older goes every night, for good. The audit trail says how many messages went."
        error={formState.errors.chat_retention_years?.message}
      >
        <Select {...register('chat_retention_years')}>
          <option value="">For ever</option>
          <option value="1">For 1 year</option>
          <option value="3">For 3 years</option>
          <option value="7">For 7 years</option>
        </Select>
      </Field>
      <Field
        label="What members are told of exports"
        hint="Shown in every conversation. Admins can export conversations only while something stands here."
        error={formState.errors.chat_export_notice?.message}
      >
        <TextArea rows={3} {...register('chat_export_notice')} />
      </Field>
      {canExport && (
        <div>
          <Button variant="secondary" icon={Download} onClick={() => setIsExporting(true)}>
            Export a conversation
          </Button>
        </div>
      )}
      {isExporting && (
        <Suspense>
          <Dialog
            open
            onOpenChange={setIsExporting}
            title="Export a conversation"
            description="As CSV, with everything that was said. The audit trail keeps who exported what."
          >
            <ConversationsToExport />
          </Dialog>
        </Suspense>
      )}
    </SettingsSection>
  )
}

const adminChatsQuery = queryOptions({
  queryKey: ['chats', 'admin'],
  queryFn: ({ signal }) => call('GET /admin/chats', { signal }),
})

function ConversationsToExport() {
  const { data, error, refetch } = useQuery(adminChatsQuery)
  if (error) {
    return (
      <ErrorPanel onRetry={() => void refetch()}>
        {messageOf(error, 'Failed to load conversations')}
      </ErrorPanel>
    )
  }
  if (!data) return <SkeletonLines lines={5} />
  return (
    <ul className="divide-y divide-line">
      {data.map((chat) => (
        <li key={chat.id} className="flex items-center gap-3 py-2.5">
          <div className="min-w-0 grow">
            <p className="truncate font-medium">{chat.title}</p>
            <p className="text-sm text-muted">
              {chat.last_number === 1 ? '1 message' : `${chat.last_number} messages`}
              {chat.last_message_at && (
                <>
                  , the last <RelativeTime iso={chat.last_message_at} />
                </>
              )}
            </p>
          </div>
          <IconButton
            label={`Export ${chat.title}`}
            icon={Download}
            onClick={() => void exportChat(chat)}
          />
        </li>
      ))}
    </ul>
  )
}

async function exportChat({ id }: AdminChat) {
  try {
    const { blob, filename } = await download('GET /admin/chats/:id/messages.csv', {
      params: { id },
    })
    saveAs(blob, filename)
  } catch (error) {
    toast.error(messageOf(error, 'The conversation could not be exported'))
  }
}
