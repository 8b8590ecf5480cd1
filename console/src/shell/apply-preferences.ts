import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { useSession } from '../cloud/session.ts'
import { setLanguage } from '../messages/messages.ts'
import { chooseDisplay } from '../ui/display.ts'
import { useTheme } from '../ui/theme.ts'

/** Applies an account's preferences; `before` undefined = it has just signed in. */
const apply = (now: UserInfo, before: UserInfo | undefined): void => {
  const { preferences, language, time_zone } = now
  const { temperature, energy, date_format, density, theme } = preferences
  chooseDisplay({ temperature, energy, date_format, density, time_zone })
  if (language !== '' && language !== before?.language) void setLanguage(language)
  // At log-in "system" keeps this browser's theme; chosen explicitly it takes effect.
  if (theme !== 'system') useTheme.getState().choose(theme)
  else if (before !== undefined && before.preferences.theme !== 'system') useTheme.getState().follow()
}

/** Applies language, time zone, units and theme at log-in and at each change. */
export const startPreferences = (): void => {
  useSession.subscribe(({ user }, { user: before }) => {
    if (user === null) return
    const same_person = before?.token === user.token ? before : undefined
    const chosen = ({ preferences, language, time_zone }: UserInfo) =>
      JSON.stringify([preferences, language, time_zone])
    if (same_person === undefined || chosen(same_person) !== chosen(user)) apply(user, same_person)
  })
}
