import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { useSession } from '../cloud/session.ts'
import { setLanguage } from '../messages/messages.ts'
import { chooseDisplay } from '../ui/display.ts'
import { useTheme } from '../ui/theme.ts'

/** What an account chose, and what it chose before; undefined before = it has just signed in. */
const apply = (now: UserInfo, before: UserInfo | undefined): void => {
  const { preferences, language, time_zone } = now
  const { temperature, energy, date_format, density, theme } = preferences
  chooseDisplay({ temperature, energy, date_format, density, time_zone })
  if (language !== '' && language !== before?.language) void setLanguage(language)
  // At the log-in "as the system" leaves what this browser was set to; chosen on purpose it takes effect.
  if (theme !== 'system') useTheme.getState().choose(theme)
  else if (before !== undefined && before.preferences.theme !== 'system') useTheme.getState().follow()
}

/** Takes up language, zone, units and theme of whoever signs in, and each change of them, for as long as the page is open. */
export const startChoices = (): void => {
  useSession.subscribe(({ user }, { user: before }) => {
    if (user === null) return
    const same_person = before?.token === user.token ? before : undefined
    const chosen = ({ preferences, language, time_zone }: UserInfo) =>
      JSON.stringify([preferences, language, time_zone])
    if (same_person === undefined || chosen(same_person) !== chosen(user)) apply(user, same_person)
  })
}
