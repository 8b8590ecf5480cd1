import type { NotificationChange } from '@heatfleet/contract/accounts/notification-settings.ts'
import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { NotificationSettingsForm } from '../../preferences/notification-settings.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailPage, DetailPending } from '../../ui/detail-page.tsx'
import { EyeIcon, MoreIcon } from '../../ui/icons.tsx'
import { Initials } from '../../ui/initials.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { AuditTable } from '../audit/public.ts'
import { AccessTab } from './access-tab.tsx'
import { useAccountActions } from './account-actions.tsx'
import { CreateAccount, EditAccount } from './account-form.tsx'
import { scopeText } from './account-texts.ts'
import { useActionItems } from './action-items.ts'
import { accountPath, LIST_PATH } from './paths.ts'
import { useProtectedReason } from './protected-account.ts'
import { LogInsTab, SessionsTab } from './session-tabs.tsx'
import { StateMark } from './state-mark.tsx'

/** Notification settings of the account (product 3.30); each change is saved at once. */
function NotificationsTab({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const notify = useNotify()
  const errorText = useErrorText()
  const params = { id: account.uid }
  const settings = useRead(api.accountNotifications, { params })
  const edit = useChange(api.accountEditNotifications)
  const { above } = useProtectedReason()(account)
  const fixed = useMissingPermission('account:edit') ?? above
  if (settings.data === undefined)
    return settings.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
    )
  const change = (body: NotificationChange) =>
    edit.mutate(
      { params, body },
      {
        onSuccess: () => notify.success(t(($) => $.form.saved)),
        onError: (error) => notify.failed(errorText(error)),
      },
    )
  return <NotificationSettingsForm settings={settings.data} onChange={change} fixed={fixed} />
}

const TABS = ['profile', 'access', 'sessions', 'log_ins', 'operations', 'notifications'] as const

/** One account (product 3.30): form, permissions and scope, sessions and log-ins; `new` shows the empty form. */
export function Component() {
  const { uid = '' } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  if (uid === 'new')
    return (
      <CreateAccount
        agent_id={Number(query.get('agent_id')) || undefined}
        onCreated={(created) => void navigate(accountPath(created), { replace: true })}
        onCancel={() => void navigate(LIST_PATH)}
      />
    )
  return <Existing key={uid} uid={uid} />
}

function Existing({ uid }: { uid: string }) {
  const t = useMessages('accounts')
  const account = useRead(api.accountInfo, { params: { id: uid } })
  if (account.data === undefined)
    return (
      <DetailPending
        title={t(($) => $.detail)}
        // An account out of scope is reported as not existing.
        error={
          account.error instanceof Refusal && account.error.code === 'user_not_exist'
            ? new Refusal('not_found')
            : account.error
        }
        onRetry={() => void account.refetch()}
        list={LIST_PATH}
        needs="account:view"
      />
    )
  return <Detail account={account.data} />
}

function Detail({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const navigate = useNavigate()
  const roleName = useRoleNameText()
  const sees_audit = usePermission('audit:view')
  const { start, dialogs } = useAccountActions(() => void navigate(LIST_PATH, { replace: true }))
  const { view_as, access, end } = useActionItems(start)(account)
  const [tab, show] = useTab(TABS)
  const visible_tabs = TABS.filter((name) => name !== 'operations' || sees_audit)
  const { user_name, nick_name, role_name, agent_name, state, totp, must_change_password } = account
  return (
    <DetailPage
      title={user_name}
      mark={<AccountPicture account={account} />}
      chips={
        <>
          <StateMark state={state} />
          {totp && <StateChip tone="accent">{t(($) => $.totp.yes)}</StateChip>}
          {must_change_password && <StateChip tone="warn">{t(($) => $.must_change_password)}</StateChip>}
        </>
      }
      identity={[nick_name, roleName(role_name), agent_name ?? t(($) => $.manufacturer), scopeText(t, account)]}
      actions={
        <>
          <Button
            icon={EyeIcon}
            onClick={view_as.onSelect}
            {...(view_as.disabledReason === undefined ? {} : { disabledReason: view_as.disabledReason })}
          >
            {view_as.label}
          </Button>
          <DropdownMenu
            label={t(($) => $.actions.more)}
            trigger={(button) => <Button {...button} icon={MoreIcon} label={t(($) => $.actions.more)} />}
            items={[...access, { key: 'line', divider: true }, ...end]}
          />
        </>
      }
      tabs={{
        label: t(($) => $.tabs.label),
        value: visible_tabs.includes(tab) ? tab : 'profile',
        onChange: show,
        items: visible_tabs.map((name) => ({ key: name, label: t(($) => $.tabs[name]) })),
      }}
    >
      <Part tab={visible_tabs.includes(tab) ? tab : 'profile'} account={account} />
      {dialogs}
    </DetailPage>
  )
}

/** The account's picture; initials until it is loaded. */
function AccountPicture({ account: { uid, user_name, nick_name } }: { account: Account }) {
  const { data } = useRead(api.accountPicture, { params: { id: uid } })
  const name = nick_name === '' ? user_name : nick_name
  return <Initials name={name} colour={data?.avatar ?? 'blue'} picture={data?.picture ?? null} size_px={30} />
}

function Part({ tab, account }: { tab: (typeof TABS)[number]; account: Account }) {
  const t = useMessages('accounts')
  switch (tab) {
    case 'profile':
      return <EditAccount account={account} />
    case 'access':
      return <AccessTab account={account} />
    case 'sessions':
      return <SessionsTab account={account} />
    case 'log_ins':
      return <LogInsTab account={account} />
    case 'operations':
      return <AuditTable label={t(($) => $.tabs.operations)} filter={{ account: account.uid }} />
    case 'notifications':
      return <NotificationsTab account={account} />
    default:
      return tab satisfies never
  }
}
