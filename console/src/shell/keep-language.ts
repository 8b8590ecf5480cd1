import { api } from '@heatfleet/contract/api.ts'
import { useChange } from '../cloud/call.ts'
import { renewSession, useSession } from '../cloud/session.ts'
import { useErrorText } from '../messages/error-text.ts'
import type { Language } from '../messages/language-code.ts'
import { useNotify } from '../ui/notify.tsx'

/** Keeps a chosen language with the account; while looking through another's eyes it stays in this browser alone. */
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
        onError: (error) => notify.error(errorText(error).message),
      },
    )
  }
}
