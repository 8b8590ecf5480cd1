import type { Account } from '@heatfleet/contract/account-row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { useNavigate, useParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { DetailPage, DetailPending } from '../../ui/detail-page.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { useWords } from '../../words/words.ts'
import { AccessTab } from './access-tab.tsx'
import { AccountActions } from './account-actions.tsx'
import { CreateAccount, EditAccount } from './account-form.tsx'
import { scopeText } from './account-words.ts'
import { accountPath, LIST_PATH } from './paths.ts'
import { LogInsTab, SessionsTab } from './session-tabs.tsx'
import { StateMark } from './state-mark.tsx'

const TABS = ['profile', 'access', 'sessions', 'log_ins'] as const

/** One account (product 3.30): its form, what it may and sees, its sessions and log-ins; `new` is the empty form. */
export function Component() {
  const { uid = '' } = useParams()
  const navigate = useNavigate()
  if (uid === 'new')
    return (
      <CreateAccount
        onMade={(made) => void navigate(accountPath(made), { replace: true })}
        onCancel={() => void navigate(LIST_PATH)}
      />
    )
  return <Existing key={uid} uid={uid} />
}

function Existing({ uid }: { uid: string }) {
  const t = useWords('accounts')
  const account = useRead(api.accountInfo, { params: { id: uid } })
  const [tab, show] = useTab(TABS)
  if (account.data === undefined)
    return (
      <DetailPending
        title={t(($) => $.detail)}
        // Who is outside one's scope does not exist.
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
  const { user_name, nick_name, role_name, agent_name, state, totp, must_change_password } = account.data
  return (
    <DetailPage
      title={user_name}
      chips={
        <>
          <StateMark state={state} />
          {totp && <StateChip tone="accent">{t(($) => $.totp.yes)}</StateChip>}
          {must_change_password && <StateChip tone="warn">{t(($) => $.must_change_password)}</StateChip>}
        </>
      }
      identity={[nick_name, role_name, agent_name ?? t(($) => $.manufacturer), scopeText(t, account.data)]}
      actions={<AccountActions account={account.data} />}
      tabs={{
        label: t(($) => $.tabs.label),
        value: tab,
        onChange: show,
        items: TABS.map((name) => ({ key: name, label: t(($) => $.tabs[name]) })),
      }}
    >
      <Part tab={tab} account={account.data} />
    </DetailPage>
  )
}

function Part({ tab, account }: { tab: (typeof TABS)[number]; account: Account }) {
  switch (tab) {
    case 'profile':
      return <EditAccount account={account} />
    case 'access':
      return <AccessTab account={account} />
    case 'sessions':
      return <SessionsTab account={account} />
    case 'log_ins':
      return <LogInsTab account={account} />
    default:
      return tab satisfies never
  }
}
