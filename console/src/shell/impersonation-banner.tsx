import { useState } from 'react'
import { useNavigate } from 'react-router'
import { endImpersonation } from '../cloud/impersonation.ts'
import { useSession } from '../cloud/session.ts'
import { useErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { EyeIcon } from '../ui/icons.tsx'
import { useNotify } from '../ui/notify.tsx'
import styles from './impersonation-banner.module.css'

/** Names the impersonated account, with a button that ends the impersonation. */
export function ImpersonationBanner() {
  const t = useMessages('shell')
  const navigate = useNavigate()
  const notify = useNotify()
  const errorText = useErrorText()
  const user = useSession((session) => session.user)
  const [busy, setBusy] = useState(false)
  // The live region must exist before its content, or screen readers do not announce it.
  if (user === null || user.viewer_name === null) return <div role="status" />
  const end = async () => {
    setBusy(true)
    try {
      await endImpersonation()
      await navigate('/')
    } catch (error) {
      notify.failed(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.banner} role="status">
      <EyeIcon size={16} />
      <span>{t(($) => $.view_as.banner, { viewer: user.viewer_name, name: user.user_name })}</span>
      <Button size="small" busy={busy} onClick={() => void end()}>
        {t(($) => $.view_as.end)}
      </Button>
    </div>
  )
}
