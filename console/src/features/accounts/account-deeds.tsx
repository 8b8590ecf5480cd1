import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { PasswordLink } from '@heatfleet/contract/password-links/password-links.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { startView } from '../../cloud/view-as.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { HandedLink } from '../../password-links/handed-link.tsx'
import { PlainConfirm, TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'

/** Actions on an account besides editing (product 3.29). */
export type Deed = 'view_as' | 'reset' | 'link' | 'unlock' | 'sign_out' | 'enable' | 'disable' | 'delete'

type AccountDeeds = {
  /** Starts an action, after a confirmation where it is irreversible. */
  start: (account: Account, deed: Deed) => void
  /** Dialogs of the actions; can be rendered anywhere on the screen. */
  dialogs: ReactNode
}

/** Actions on accounts, held once per screen so that its rows stay cheap to render. */
export const useAccountDeeds = (onDeleted?: () => void): AccountDeeds => {
  const t = useMessages('accounts')
  const links = useMessages('password-links')
  const navigate = useNavigate()
  const notify = useNotify()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [made, setMade] = useState<{ name: string; password: string } | null>(null)
  const [linking, setLinking] = useState<Account | null>(null)
  const [link, setLink] = useState<PasswordLink | null>(null)
  const [deleting, setDeleting] = useState<Account | null>(null)
  const reset = useChange(api.accountResetPassword)
  const make_link = useChange(api.accountPasswordLink)
  const unlock = useChange(api.accountUnlock)
  const disable = useChange(api.accountDisable)
  const enable = useChange(api.accountEnable)
  const sign_out = useChange(api.accountSignOut)
  const remove = useChange(api.accountDelete)

  const asked = async (deed: 'view_as' | 'reset' | 'sign_out' | 'disable', name: string): Promise<boolean> =>
    confirm({
      title: t(($) => $[deed].title, { name }),
      text: t(($) => $[deed].text),
      confirm: t(($) => $.actions[deed]),
      danger: deed === 'disable',
    })

  const run = async ({ uid, user_name: name }: Account, deed: Exclude<Deed, 'delete' | 'link'>): Promise<void> => {
    const request = { params: { id: uid } }
    if (deed !== 'unlock' && deed !== 'enable' && !(await asked(deed, name))) return
    switch (deed) {
      case 'view_as':
        await startView(uid)
        return navigate('/')
      case 'reset':
        return setMade({ name, password: (await reset.mutateAsync(request)).password })
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
        return deed satisfies never
    }
  }

  return {
    start: (account, deed) => {
      if (deed === 'delete') setDeleting(account)
      else if (deed === 'link') setLinking(account)
      else run(account, deed).catch((error: unknown) => notify.error(errorText(error).message))
    },
    dialogs: (
      <>
        {made !== null && (
          <SecretOnce
            title={t(($) => $.reset.made, { name: made.name })}
            text={t(($) => $.reset.made_text)}
            secret={made.password}
            onClose={() => setMade(null)}
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
        {link !== null && <HandedLink link={link} onClose={() => setLink(null)} />}
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
