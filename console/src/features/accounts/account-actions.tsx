import type { Account } from '@heatfleet/contract/account-row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { startView } from '../../cloud/view-as.ts'
import { Button } from '../../ui/button.tsx'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { EyeIcon, MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { useCodeText, useErrorText } from '../../words/error-text.ts'
import { useWords } from '../../words/words.ts'
import { useLacks, useUntouchable } from './lacks.ts'
import { LIST_PATH } from './paths.ts'

/** What may be done with an account beside editing it (product 3.29); what may not says why. */
export function AccountActions({ account }: { account: Account }) {
  const t = useWords('accounts')
  const navigate = useNavigate()
  const notify = useNotify()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const codeText = useCodeText()
  const [password, setPassword] = useState<string | null>(null)
  const [deleting, setDeleting] = useState(false)
  const { above, above_or_own } = useUntouchable(account)
  const lacks = {
    reset: useLacks('account:reset-password'),
    disable: useLacks('account:disable'),
    remove: useLacks('account:delete'),
    view: useLacks('account:view-as'),
  }
  const reset = useChange(api.accountResetPassword)
  const unlock = useChange(api.accountUnlock)
  const disable = useChange(api.accountDisable)
  const enable = useChange(api.accountEnable)
  const sign_out = useChange(api.accountSignOut)
  const remove = useChange(api.accountDelete)
  const request = { params: { id: account.uid } }
  const { user_name: name } = account

  const run = (deed: () => Promise<unknown>) =>
    void deed().catch((error: unknown) => notify.error(errorText(error).message))
  const asked = (title: string, text: string, word: string, danger: boolean, deed: () => Promise<unknown>) =>
    run(async () => {
      if (await confirm({ title, text, confirm: word, danger })) await deed()
    })
  const item = (
    key: string,
    label: string,
    disabledReason: string | undefined,
    onSelect: () => void,
    danger = false,
  ): MenuItem => ({ key, label, danger, onSelect, ...(disabledReason === undefined ? {} : { disabledReason }) })

  const is_disabled = account.state === 'disabled'
  const items: MenuItem[] = [
    item(
      'reset',
      t(($) => $.actions.reset),
      lacks.reset ?? above_or_own,
      () =>
        asked(
          t(($) => $.reset.title, { name }),
          t(($) => $.reset.text),
          t(($) => $.actions.reset),
          false,
          async () => setPassword((await reset.mutateAsync(request)).password),
        ),
    ),
    item(
      'unlock',
      t(($) => $.actions.unlock),
      lacks.reset ?? above ?? (account.state === 'locked' ? undefined : t(($) => $.actions.not_locked)),
      () =>
        run(async () => notify.success(t(($) => $.unlocked, { name: (await unlock.mutateAsync(request)).user_name }))),
    ),
    item(
      'sign_out',
      t(($) => $.actions.sign_out),
      lacks.disable ?? above,
      () =>
        asked(
          t(($) => $.sign_out.title, { name }),
          t(($) => $.sign_out.text),
          t(($) => $.actions.sign_out),
          false,
          async () => {
            const { sessions } = await sign_out.mutateAsync(request)
            notify.success(t(($) => $.sign_out.done, { count: sessions }))
          },
        ),
    ),
    { key: 'line', divider: true },
    is_disabled
      ? item(
          'enable',
          t(($) => $.actions.enable),
          lacks.disable ?? above_or_own,
          () =>
            run(async () => {
              await enable.mutateAsync(request)
              notify.success(t(($) => $.disable.enabled, { name }))
            }),
        )
      : item(
          'disable',
          t(($) => $.actions.disable),
          lacks.disable ?? above_or_own,
          () =>
            asked(
              t(($) => $.disable.title, { name }),
              t(($) => $.disable.text),
              t(($) => $.actions.disable),
              true,
              async () => {
                await disable.mutateAsync(request)
                notify.success(t(($) => $.disable.done, { name }))
              },
            ),
          true,
        ),
    item(
      'delete',
      t(($) => $.actions.delete),
      lacks.remove ?? above_or_own ?? (is_disabled ? undefined : codeText('disable_first')),
      () => setDeleting(true),
      true,
    ),
  ]
  const closed = account.state === 'enabled' || account.state === 'locked' ? undefined : codeText('account_disabled')
  return (
    <>
      <Button
        icon={EyeIcon}
        disabledReason={lacks.view ?? above_or_own ?? closed}
        onClick={() =>
          asked(
            t(($) => $.view_as.title, { name }),
            t(($) => $.view_as.text),
            t(($) => $.actions.view_as),
            false,
            async () => {
              await startView(account.uid)
              await navigate('/')
            },
          )
        }
      >
        {t(($) => $.actions.view_as)}
      </Button>
      <DropdownMenu
        label={t(($) => $.actions.more)}
        trigger={(button) => <Button {...button} icon={MoreIcon} label={t(($) => $.actions.more)} />}
        items={items}
      />
      {password !== null && (
        <SecretOnce
          title={t(($) => $.reset.made, { name })}
          text={t(($) => $.reset.made_text)}
          secret={password}
          onClose={() => setPassword(null)}
        />
      )}
      {deleting && (
        <TypedConfirm
          danger
          title={t(($) => $.delete.title, { name })}
          text={t(($) => $.delete.text)}
          confirm={t(($) => $.actions.delete)}
          expected={name}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await remove.mutateAsync(request)
            notify.success(t(($) => $.delete.done, { name }))
            await navigate(LIST_PATH)
          }}
        />
      )}
    </>
  )
}
