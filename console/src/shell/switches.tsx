import { api } from '@heatfleet/contract/api.ts'
import { useChange } from '../cloud/call.ts'
import { renewSession, useSession } from '../cloud/session.ts'
import { useErrorText } from '../messages/error-text.ts'
import type { Language } from '../messages/language-code.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { useNotify } from '../ui/notify.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { ZoneSwitch } from './zone-switch.tsx'

/** Saves a chosen language with the account; during an impersonation it stays in this browser. */
export const useKeepLanguage = (): ((language: Language) => void) => {
  const notify = useNotify()
  const errorText = useErrorText()
  const viewing = useSession((session) => (session.user?.viewer_name ?? null) !== null)
  const { mutate } = useChange(api.chooseLanguage)
  return (language) => {
    if (viewing) return
    mutate(
      { body: { language } },
      {
        onSuccess: () => renewSession({ language }),
        onError: (error) => notify.failed(errorText(error)),
      },
    )
  }
}

/** Time zone, language and theme: in the top bar, or below the menu of a phone. */
export function Switches() {
  return (
    <>
      <ZoneSwitch />
      <LanguageSwitch onChoose={useKeepLanguage()} />
      <ThemeSwitch />
    </>
  )
}
