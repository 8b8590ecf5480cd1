import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { CheckboxField } from './field-check.tsx'
import { CheckIcon, CopyIcon, WarningIcon } from './icons.tsx'
import styles from './secret-once.module.css'

/** A secret that is shown once: the dialog closes only after the viewer confirms that it is stored. Mounted = open. */
export function SecretOnce(props: {
  title: ReactNode
  text?: ReactNode
  /** One secret, or several (recovery codes), each in its own row. */
  secret: string | readonly string[]
  /** Another way to hand it on; `onHanded` = it need not be copied any more. */
  action?: ((onHanded: () => void) => ReactNode) | undefined
  onClose: () => void
}) {
  const t = useMessages('ui')
  const ui = useMessages('ui')
  const [is_stored, setStored] = useState(false)
  const [copied, setCopied] = useState(false)
  const secrets = typeof props.secret === 'string' ? [props.secret] : props.secret
  const copy = async () => {
    await navigator.clipboard.writeText(secrets.join('\n'))
    setCopied(true)
  }
  return (
    <Dialog
      open
      insistent
      title={props.title}
      onClose={props.onClose}
      footer={
        <Button
          kind="primary"
          disabledReason={is_stored ? undefined : t(($) => $.parts.secret.keep_first)}
          onClick={props.onClose}
        >
          {ui(($) => $.close)}
        </Button>
      }
    >
      <div className={styles.body}>
        {props.text !== undefined && <div>{props.text}</div>}
        <div className={styles.secret} data-many={secrets.length > 1 || undefined}>
          {secrets.map((secret) => (
            <code key={secret}>{secret}</code>
          ))}
        </div>
        <div className={styles.row}>
          <Button icon={copied ? CheckIcon : CopyIcon} onClick={() => void copy()}>
            {copied ? ui(($) => $.copied) : ui(($) => $.copy)}
          </Button>
          <span className={styles.once}>
            <WarningIcon size={14} />
            {t(($) => $.parts.secret.once)}
          </span>
        </div>
        {props.action?.(() => setStored(true))}
        <CheckboxField label={t(($) => $.parts.secret.kept)} checked={is_stored} onChange={setStored} />
      </div>
    </Dialog>
  )
}
