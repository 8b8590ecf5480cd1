import { api } from '@heatfleet/contract/api.ts'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { NotificationSettingsForm } from '../../preferences/notification-settings.tsx'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/notify.tsx'
import styles from './center.module.css'
import { usePreferences } from './use-preferences.ts'

/** What the console may tell me, and when it is to be quiet; kept with my account, and tried out with a real notice. */
export function Notifications() {
  const t = useMessages('center')
  const notify = useNotify()
  const errorText = useErrorText()
  const { preferences, choose } = usePreferences()
  const test = useChange(api.testNotice)
  const send = () =>
    test.mutate(
      {},
      {
        onSuccess: () => notify.success(t(($) => $.notify.test_done)),
        onError: (error) => notify.error(errorText(error).message),
      },
    )
  return (
    <div className={styles.stack}>
      <NotificationSettingsForm settings={preferences} onChange={choose} />
      <div>
        <Button busy={test.isPending} onClick={send}>
          {t(($) => $.notify.test)}
        </Button>
      </div>
    </div>
  )
}
