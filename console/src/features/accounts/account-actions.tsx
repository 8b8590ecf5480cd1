import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { PasswordLink } from '@heatfleet/contract/password-links/password-links.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { startImpersonation } from '../../cloud/impersonation.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { OneTimeLink } from '../../password-links/one-time-link.tsx'
import { PlainConfirm, TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { ResetPassword } from './reset-password.tsx'

/** Actions on an account besides editing (product 3.29). */
export type ActionKind = 'view_as' | 'reset' | 'link' | 'unlock' | 'sign_out' | 'enable' | 'disable' | 'delete'

type AccountActions = {
  /** Starts an action, after a confirmation where it is irreversible. */
  start: (account: Account, action: ActionKind) => void
  /** Dialogs of the actions; can be rendered anywhere on the screen. */
  dialogs: ReactNode
}

/** Actions on accounts, held once per screen so that its rows stay cheap to render. */
export const useAccountActions = (onDeleted?: () => void): AccountActions => {
  const t = useMessages('accounts')
  const links = useMessages('password-links')
  const navigate = useNavigate()
  const notify = useNotify()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [created, setCreated] = useState<{ name: string; password: string } | null>(null)
  const [resetting, setResetting] = useState<Account | null>(null)
  const [linking, setLinking] = useState<Account | null>(null)
  const [link, setLink] = useState<PasswordLink | null>(null)
  const [deleting, setDeleting] = useState<Account | null>(null)
  const make_link = useChange(api.accountPasswordLink)
  const unlock = useChange(api.accountUnlock)
  const disable = useChange(api.accountDisable)
  const enable = useChange(api.accountEnable)
  const sign_out = useChange(api.accountSignOut)
  const remove = useChange(api.accountDelete)

  const confirmed = async (action: 'view_as' | 'sign_out' | 'disable', name: string): Promise<boolean> =>
    confirm({
      title: t(($) => $[action].title, { name }),
      text: t(($) => $[action].text),
      confirm: t(($) => $.actions[action]),
      danger: action === 'disable',
    })

  const run = async (
    { uid, user_name: name }: Account,
    action: Exclude<ActionKind, 'delete' | 'link' | 'reset'>,
  ): Promise<void> => {
    const request = { params: { id: uid } }
    if (action !== 'unlock' && action !== 'enable' && !(await confirmed(action, name))) return
    switch (action) {
      case 'view_as':
        await startImpersonation(uid)
        return navigate('/')
      case 'unlock':
        await unlock.mutateAsync(request)
        return notify.success(t(($) => $.unlocked, { name }))
      case 'sign_out': {
        const { sessions } = await sign_out.mutateAsync(request)
        return notify.success(t(($) => $.sign_out.done, { count: sessions }))
      }
      case 'enable':
        await enable.mutateAsync(request)
        return notify.success(t(($) => $.disable.enabled, { name }))
      case 'disable':
        await disable.mutateAsync(request)
        return notify.success(t(($) => $.disable.done, { name }))
      default:
        return action satisfies never
    }
  }

  return {
    start: (account, action) => {
      if (action === 'delete') setDeleting(account)
      else if (action === 'link') setLinking(account)
      else if (action === 'reset') setResetting(account)
      else run(account, action).catch((error: unknown) => notify.failed(errorText(error)))
    },
    dialogs: (
      <>
        {resetting !== null && (
          <ResetPassword account={resetting} onClose={() => setResetting(null)} onDone={setCreated} />
        )}
        {created !== null && (
          <SecretOnce
            title={t(($) => $.reset.made, { name: created.name })}
            text={t(($) => $.reset.made_text)}
            secret={created.password}
            onClose={() => setCreated(null)}
          />
        )}
        {linking !== null && (
          <PlainConfirm
            title={links(($) => $.made, { name: linking.user_name })}
            text={links(($) => $.made_text, { name: linking.user_name })}
            confirm={links(($) => $.make)}
            onClose={() => setLinking(null)}
            onConfirm={async () => {
              setLink(await make_link.mutateAsync({ params: { id: linking.uid } }))
              setLinking(null)
            }}
          />
        )}
        {link !== null && <OneTimeLink link={link} onClose={() => setLink(null)} />}
        {deleting !== null && (
          <TypedConfirm
            danger
            title={t(($) => $.delete.title, { name: deleting.user_name })}
            text={t(($) => $.delete.text)}
            confirm={t(($) => $.actions.delete)}
            expected={deleting.user_name}
            onClose={() => setDeleting(null)}
            onConfirm={async () => {
              await remove.mutateAsync({ params: { id: deleting.uid } })
              notify.success(t(($) => $.delete.done, { name: deleting.user_name }))
              setDeleting(null)
              onDeleted?.()
            }}
          />
        )}
      </>
    ),
  }
}
