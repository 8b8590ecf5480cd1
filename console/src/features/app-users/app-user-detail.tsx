import { api } from '@heatfleet/contract/api.ts'
import type { AppUserDetail } from '@heatfleet/contract/app-users/app-users.ts'
import { useParams } from 'react-router'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { DetailPage, DetailPending } from '../../ui/detail-page.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { AuditTable } from '../audit/public.ts'
import { OrdersPanel } from '../service-orders/public.ts'
import styles from './app-users.module.css'
import { ConsentsTab, DevicesTab, LogInsTab, SharesTab } from './detail-tabs.tsx'
import { regionOf } from './list.tsx'
import { MarkChips } from './marks.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { LIST_PATH } from './paths.ts'
import { StatusMark } from './status-mark.tsx'
import { UserActions } from './user-actions.tsx'
import { languageText, platformText } from './user-texts.ts'

const TABS = {
  devices: DevicesTab,
  shares: SharesTab,
  orders: OrdersTab,
  messages: MessagesTab,
  log_ins: LogInsTab,
  consents: ConsentsTab,
  audit: AuditTab,
} as const
const TAB_NAMES = ['devices', 'shares', 'orders', 'messages', 'log_ins', 'consents', 'audit'] as const

/** One app user (product 3.21): profile, devices, shares, messages, sign-ins and consents. */
export function Component() {
  const t = useMessages('app-users')
  const language = useLanguage()
  const { id: typed = '' } = useParams()
  const [requested_tab, show] = useTab(TAB_NAMES)
  const sees_audit = usePermission('audit:view')
  const sees_orders = usePermission('order:view')
  const user = useRead(api.appUserInfo, { params: { id: typed } })
  if (user.data === undefined)
    return (
      <DetailPending
        title={t(($) => $.detail)}
        error={user.error}
        onRetry={() => void user.refetch()}
        list={LIST_PATH}
        needs="appuser:view"
      />
    )
  const visible_tabs = TAB_NAMES.filter(
    (name) => (name !== 'audit' || sees_audit) && (name !== 'orders' || sees_orders),
  )
  const tab = visible_tabs.includes(requested_tab) ? requested_tab : TAB_NAMES[0]
  const ActiveTab = TABS[tab]
  const { app_user_id, status, marks, open_orders } = user.data
  return (
    <DetailPage
      title={appUserName(user.data)}
      chips={
        <>
          <StatusMark status={status} />
          <MarkChips marks={marks} />
        </>
      }
      identity={[`${t(($) => $.columns.app_user_id)} ${app_user_id}`, regionOf(user.data, language)]}
      actions={<UserActions user={user.data} />}
      tabs={{
        label: t(($) => $.tabs.label),
        value: tab,
        onChange: show,
        items: visible_tabs.map((name) => ({
          key: name,
          label: t(($) => $.tabs[name]),
          ...(name === 'orders' && (open_orders ?? 0) > 0 ? { badge: open_orders } : {}),
        })),
      }}
    >
      <div className={styles.stack}>
        <Profile user={user.data} />
        <ActiveTab user={user.data} />
      </div>
    </DetailPage>
  )
}

/** Service orders of the app user. */
function OrdersTab({ user }: { user: AppUserDetail }) {
  return <OrdersPanel of={{ app_user_id: user.app_user_id }} />
}

/** Audit log of the app user: actions of staff and of the app. */
function AuditTab({ user }: { user: AppUserDetail }) {
  const t = useMessages('app-users')
  return <AuditTable label={t(($) => $.tabs.audit)} filter={{ object: `app-user ${user.app_user_id}` }} />
}

function Profile({ user }: { user: AppUserDetail }) {
  const t = useMessages('app-users')
  const language = useLanguage()
  if (user.status === 'erased')
    return (
      <Panel title={t(($) => $.profile)}>
        <p className={styles.note}>{t(($) => $.erased_note)}</p>
      </Panel>
    )
  return (
    <Panel title={t(($) => $.profile)}>
      <Facts
        items={[
          { label: t(($) => $.columns.phone), value: user.phone },
          { label: t(($) => $.columns.email), value: user.email },
          { label: t(($) => $.columns.gender), value: t(($) => $.genders[user.gender]) },
          { label: t(($) => $.columns.region), value: regionOf(user, language) },
          { label: t(($) => $.columns.language), value: languageText(t, user.language) },
          {
            label: t(($) => $.columns.app),
            value: [user.app_name, platformText(t, user.platform), user.app_version]
              .filter((part) => part !== '')
              .join(' · '),
          },
          { label: t(($) => $.columns.register_time), value: <Age at={user.register_time} /> },
          { label: t(($) => $.columns.last_login_time), value: <Age at={user.last_login_time} /> },
          ...(user.remark === '' ? [] : [{ label: t(($) => $.columns.remark), value: user.remark, wide: true }]),
        ]}
      />
    </Panel>
  )
}
