import { NotificationSettingsForm } from '../../preferences/notification-settings.tsx'
import { usePreferences } from './use-preferences.ts'

/** What the console may tell me, and when it is to be quiet; kept with my account. */
export function Notifications() {
  const { preferences, choose } = usePreferences()
  return <NotificationSettingsForm settings={preferences} onChange={choose} />
}
