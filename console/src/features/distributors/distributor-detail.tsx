import { api } from '@heatfleet/contract/api.ts'
import type { Distributor, DistributorDetail } from '@heatfleet/contract/distributors/distributors.ts'
import { Link, useNavigate, useParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { DetailPage, DetailPending } from '../../ui/detail-page.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { AuditTable } from '../audit/public.ts'
import { OrdersPanel } from '../service-orders/public.ts'
import { AccountsTab } from './accounts-tab.tsx'
import { BrandingTab } from './branding-tab.tsx'
import { DevicesTab } from './devices-tab.tsx'
import css from './distributors.module.css'
import { LevelMark } from './level-mark.tsx'
import { distributors } from './list.tsx'
import { NewDistributorPage } from './new-distributor.tsx'
import { detailPath, LIST_PATH } from './paths.ts'
import { PerformanceTab } from './performance-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { RowActions } from './row-actions.tsx'
import { SelectionActions } from './selection-actions.tsx'
import { ShipmentsTab } from './shipments-tab.tsx'
import { UnitsPanel } from './units-panel.tsx'

const STANDING = {
  order: { alarm_status: true, sort_by: 'last_alarm_time', sort_order: 'desc' },
  query: '&alarm_status=yes',
} as const

/** The units of the subtree in which an alarm stands, the newest first. */
const AlarmsTab = ({ distributor }: { distributor: Distributor }) => {
  const t = useMessages('distributors')
  return (
    <UnitsPanel
      agent_id={distributor.agent_id}
      title={t(($) => $.alarms.title)}
      part={STANDING}
      empty={<NeverAny title={t(($) => $.alarms.none)} text={t(($) => $.alarms.none_hint)} />}
    />
  )
}

const TABS = [
  'profile',
  'lower',
  'devices',
  'shipments',
  'alarms',
  'accounts',
  'performance',
  'branding',
  'audit',
] as const

/** One distributor (product 3.28): `/distributor/distributor-detail/:agent_id`; `new` is the form of a new one. */
export function Component() {
  const { agent_id = '' } = useParams()
  return agent_id === 'new' ? <NewDistributorPage /> : <Existing key={agent_id} agent_id={Number(agent_id)} />
}

function Existing({ agent_id }: { agent_id: number }) {
  const t = useMessages('distributors')
  const { data, error, refetch } = useRead(api.agentInfo, { params: { id: agent_id } })
  if (data !== undefined) return <Detail distributor={data} />
  return (
    <DetailPending
      title={t(($) => $.detail)}
      error={error}
      onRetry={() => void refetch()}
      list={LIST_PATH}
      needs="agent:view"
    />
  )
}

function Detail({ distributor }: { distributor: DistributorDetail }) {
  const t = useMessages('distributors')
  const navigate = useNavigate()
  const may_see_accounts = usePermission('account:view')
  const may_see_audit = usePermission('audit:view')
  const may_see_shipments = usePermission('shipment:view')
  const may_see_devices = usePermission('device:view')
  const may_see_orders = usePermission('order:view')
  const [tab, show] = useTab(TABS)
  const { agent_id, agent_name, agent_level, agent_chain, disabled, disabled_above } = distributor
  const shown = TABS.filter(
    (key) =>
      (key !== 'lower' || agent_level < 3) &&
      (key !== 'devices' || may_see_devices) &&
      (key !== 'alarms' || may_see_devices || may_see_orders) &&
      (key !== 'shipments' || may_see_shipments) &&
      (key !== 'accounts' || may_see_accounts) &&
      (key !== 'audit' || may_see_audit),
  )
  const current = shown.find((key) => key === tab) ?? 'profile'
  return (
    <DetailPage
      title={agent_name}
      chips={
        <>
          <StateChip tone="neutral">
            <LevelMark level={agent_level} /> {t(($) => $.levels[agent_level])}
          </StateChip>
          {disabled && <StateChip tone="warn">{t(($) => $.disabled)}</StateChip>}
          {!disabled && disabled_above && <StateChip tone="warn">{t(($) => $.disabled_above)}</StateChip>}
        </>
      }
      identity={[
        `${t(($) => $.columns.agent_id)} ${agent_id}`,
        ...agent_chain
          .filter((above) => above.agent_id !== agent_id)
          .map((above) => (
            <Link key={above.agent_id} to={detailPath(above.agent_id)}>
              {above.agent_name}
            </Link>
          )),
      ]}
      actions={
        <>
          <Button onClick={() => void navigate(LIST_PATH)}>{t(($) => $.back)}</Button>
          <RowActions framed distributor={distributor} onDeleted={() => void navigate(LIST_PATH, { replace: true })} />
        </>
      }
      tabs={{
        label: t(($) => $.detail),
        items: shown.map((key) => ({
          key,
          label: t(($) => $.tabs[key]),
          ...(key === 'alarms' && distributor.alarm_count > 0 ? { badge: distributor.alarm_count } : {}),
        })),
        value: current,
        onChange: show,
      }}
    >
      {current === 'profile' && <ProfileTab distributor={distributor} />}
      {current === 'lower' && <Lower agent_id={agent_id} />}
      {current === 'devices' && <DevicesTab distributor={distributor} />}
      {current === 'alarms' && (
        <div className={css.stacked}>
          {may_see_devices && <AlarmsTab distributor={distributor} />}
          {may_see_orders && <OrdersPanel of={{ under: agent_id }} />}
        </div>
      )}
      {current === 'shipments' && <ShipmentsTab agent_id={agent_id} />}
      {current === 'accounts' && <AccountsTab agent_id={agent_id} />}
      {current === 'performance' && <PerformanceTab agent_id={agent_id} />}
      {current === 'branding' && <BrandingTab agent_id={agent_id} />}
      {current === 'audit' && (
        <AuditTable label={t(($) => $.tabs.audit)} filter={{ object: `distributor ${agent_id}` }} />
      )}
    </DetailPage>
  )
}

/** Those directly below; order and page are the tab's own. */
function Lower({ agent_id }: { agent_id: number }) {
  const list = useList(distributors, agent_id, { embedded: true, also: { parent_id: agent_id } })
  const { selection, total, request } = list
  return (
    <div className={css.inner}>
      <ListTable
        of={list}
        selectionTools={<SelectionActions selection={selection} total={total} request={request} />}
      />
    </div>
  )
}
