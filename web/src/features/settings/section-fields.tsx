import type { AdminSettings } from '@frontdesk/contract/settings'
import { BrokerageSection } from './brokerage-section.tsx'
import { ChatSection } from './chat-section.tsx'
import { DashboardSection } from './dashboard-section.tsx'
import { HelpCardsSection } from './help-cards-section.tsx'
import { JoiningSection } from './joining-section.tsx'
import { LegalSection } from './legal-section.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { SessionSection } from './session-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import type { SettingsSectionId } from './settings-sections.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type SectionFieldsProps = {
  id: SettingsSectionId
  state: SettingsFormState
  /** As they are saved. */
  settings: AdminSettings
}

/** What a section asks. */
export function SectionFields({ id, state, settings }: SectionFieldsProps) {
  switch (id) {
    case 'brokerage':
      return <BrokerageSection state={state} logo={settings.logo} />
    case 'joining':
      return <JoiningSection state={state} serverMode={settings.server_signup_mode} />
    case 'sign-in':
      return (
        <>
          <SignInSection state={state} />
          <SessionSection state={state} />
        </>
      )
    case 'time':
      return <RemindersSection state={state} />
    case 'dashboard':
      return (
        <>
          <DashboardSection state={state} />
          <HelpCardsSection state={state} />
        </>
      )
    case 'chat':
      return <ChatSection state={state} canExport={settings.chat_export_notice !== ''} />
    case 'legal':
      return <LegalSection state={state} brokerage={settings.brokerage_name} />
  }
}
