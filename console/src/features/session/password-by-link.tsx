import { api } from '@heatfleet/contract/api.ts'
import type { PasswordLinkOwner } from '@heatfleet/contract/password-links/password-links.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorIcon, SuccessIcon } from '../../ui/icons.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { Loading } from '../../ui/states.tsx'
import { useNewPassword } from '../../ui/use-new-password.ts'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import styles from './login.module.css'

type LinkProps = { token: string; onBack: () => void; onForgotten: () => void }

/** Sets a new password with a link, without a session (product 3.20, 3.29). */
export function PasswordByLink({ token, onBack, onForgotten }: LinkProps) {
  const owner = useRead(api.passwordLink, { body: { token } }, { staleTime: Number.POSITIVE_INFINITY })
  const use = useChange(api.usePasswordLink)
  const errorText = useErrorText()
  const [is_done, setDone] = useState(false)
  if (owner.data === undefined && owner.error === null)
    return (
      <div className={styles.card}>
        <Loading rows={3} />
      </div>
    )
  if (is_done && owner.data !== undefined) return <Done owner={owner.data} onBack={onBack} />
  if (owner.data === undefined)
    return (
      <Card
        refused={errorText(owner.error).message}
        action={
          <>
            <AskAgain onForgotten={onForgotten} />
            <ToLogIn onBack={onBack} />
          </>
        }
      />
    )
  const save = async (new_password: string) => {
    await use.mutateAsync({ body: { token, new_password } })
    setDone(true)
  }
  return <Choice owner={owner.data} onSave={save} onBack={onBack} />
}

function Choice(props: {
  owner: PasswordLinkOwner
  onSave: (new_password: string) => Promise<void>
  onBack: () => void
}) {
  const t = useMessages('password-links')
  const { kind, name, password_min } = props.owner
  const password = useNewPassword(password_min, { user_name: name })
  const [has_tried, setHasTried] = useState(false)
  const { busy, problem, send } = usePendingRequest()
  const save = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (password.problem === null) send(() => props.onSave(password.draft.password))
  }
  return (
    <form className={styles.form} noValidate onSubmit={save} aria-labelledby="link-title">
      <Card
        text={kind === 'account' ? t(($) => $.for_account, { name }) : t(($) => $.for_app_user, { name })}
        refused={problem?.message}
        action={
          <>
            <Button kind="primary" size="large" type="submit" busy={busy} className={styles.submit}>
              {t(($) => $.submit)}
            </Button>
            <ToLogIn onBack={props.onBack} />
          </>
        }
      >
        <NewPasswordFields size="large" password={password} has_tried={has_tried} />
      </Card>
    </form>
  )
}

function Done({ owner: { kind }, onBack }: { owner: PasswordLinkOwner; onBack: () => void }) {
  const t = useMessages('password-links')
  return (
    <div className={styles.card} role="status">
      <h1 className={styles.title}>
        <SuccessIcon /> {t(($) => $.done)}
      </h1>
      <p className={styles.subtitle}>{kind === 'account' ? t(($) => $.done_account) : t(($) => $.done_app_user)}</p>
      {kind === 'account' && (
        <Button kind="primary" size="large" className={styles.submit} onClick={onBack}>
          {t(($) => $.to_login)}
        </Button>
      )}
    </div>
  )
}

function Card(props: { text?: ReactNode; refused: string | undefined; action: ReactNode; children?: ReactNode }) {
  const t = useMessages('password-links')
  return (
    <div className={styles.card}>
      <h1 id="link-title" className={styles.title}>
        {t(($) => $.title)}
      </h1>
      {props.text !== undefined && <p className={styles.subtitle}>{props.text}</p>}
      {props.refused !== undefined && (
        <p className={styles.refusal} role="alert">
          <ErrorIcon />
          {props.refused}
        </p>
      )}
      {props.children}
      {props.action}
    </div>
  )
}

/** The next step of whoever opened a link too late, where links are sent by e-mail. */
function AskAgain({ onForgotten }: Pick<LinkProps, 'onForgotten'>) {
  const t = useMessages('password-links')
  const { data } = useRead(api.passwordRecovery, {}, { staleTime: Number.POSITIVE_INFINITY })
  if (!data?.by_mail) return null
  return (
    <Button kind="primary" size="large" className={styles.submit} onClick={onForgotten}>
      {t(($) => $.ask.again)}
    </Button>
  )
}

function ToLogIn({ onBack }: Pick<LinkProps, 'onBack'>) {
  const t = useMessages('password-links')
  return (
    <Button kind="text" onClick={onBack}>
      {t(($) => $.to_login)}
    </Button>
  )
}
