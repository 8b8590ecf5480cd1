import { api } from '@heatfleet/contract/api.ts'
import { DEFAULT_PREFERENCES, type PreferencesChange } from '@heatfleet/contract/preferences.ts'
import { queryClient, useChange } from '../../cloud/call.ts'
import { renewSession, useSession } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useNotify } from '../../ui/notify.tsx'

/** The account's preferences and a function that changes some of them, locally and on the server. */
export const usePreferences = () => {
  const t = useMessages('center')
  const notify = useNotify()
  const errorText = useErrorText()
  const preferences = useSession((session) => session.user?.preferences ?? DEFAULT_PREFERENCES)
  const change = useChange(api.editPreferences)
  const choose = (some: PreferencesChange): void =>
    change.mutate(
      { body: some },
      {
        onSuccess: (saved) => {
          renewSession({ preferences: saved })
          // The notification settings filter the inbox.
          void queryClient.invalidateQueries({ queryKey: ['notice'] })
          notify.success(t(($) => $.saved))
        },
        onError: (error) => notify.failed(errorText(error)),
      },
    )
  return { preferences, choose, busy: change.isPending }
}
