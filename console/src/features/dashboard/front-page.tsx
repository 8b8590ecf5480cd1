import { api } from '@heatfleet/contract/api.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { layoutOf, useKeepLayout, useOwnLists } from '../../lists/own-lists.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatTime } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { ImportOffer } from '../imports/public.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { CodesPanel, useAlarmCount } from './codes-panel.tsx'
import { CopPanel } from './cop-panel.tsx'
import { AgentBars, ProductBars, RegionBars } from './fleet-bars.tsx'
import css from './front-page.module.css'
import { FunnelPanel } from './funnel-panel.tsx'
import { KpiRow } from './kpi-row.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { StatusPanel } from './status-panel.tsx'
import { TrendPanel, useTrend } from './trend-panel.tsx'
import { useFleetPart } from './use-fleet-part.ts'
import { useRefresh } from './use-refresh.ts'
import { WidgetChooser } from './widget-chooser.tsx'
import { layoutOfWidgets, shownWidgets, type Widget, widgetsFor } from './widgets.ts'

/** The fleet at a glance (product 3.2): every figure leads to the list that it counts. */
export function Component() {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const { part, days, fields, agent_name, chooseAgent, reset } = useFleetPart()
  const { soon_ms, later_ms, alarms_ms } = useRefresh()
  const status = useRead(api.deviceStatusCount, { query: part }, { refetchInterval: soon_ms, placeholder: 'keep' })
  const alarms = useAlarmCount(part, alarms_ms)
  const trend = useTrend(part, days, later_ms)
  const imported = trend.data?.list.reduce((sum, row) => sum + row.imported, 0)
  const { data } = status
  const is_empty = data?.total === 0 && Object.keys(part).length === 0
  const person = useSession(({ user }) => user)
  const permissions = person?.permissions ?? []
  const layout = layoutOf(useOwnLists(), 'front-page')
  const keepLayout = useKeepLayout('front-page')
  const shown = shownWidgets(layout, { agent_id: person?.agent_id ?? null, permissions })
  // Service orders have no region filter.
  const drawn = shown.filter((widget) => widget !== 'orders' || part.region_code === undefined)
  const panels: Record<Widget, () => ReactNode> = {
    attention: () => <AttentionPanel part={part} refresh_ms={soon_ms} />,
    status: () => data !== undefined && <StatusPanel part={part} status={data} />,
    codes: () => <CodesPanel alarms={alarms} />,
    trend: () => <TrendPanel trend={trend} />,
    funnel: () => <FunnelPanel part={part} refresh_ms={later_ms} />,
    cop: () => <CopPanel part={part} days={days} />,
    orders: () => <OrdersPanel part={part} refresh_ms={soon_ms} />,
    products: () => <ProductBars part={part} refresh_ms={later_ms} />,
    agents: () => <AgentBars part={part} refresh_ms={later_ms} agent_name={agent_name} onOpen={chooseAgent} />,
    regions: () => <RegionBars part={part} refresh_ms={later_ms} />,
  }
  return (
    <Page
      title={t(($) => $.title)}
      note={
        data !== undefined && (
          <>
            {t(($) => $.units, { count: data.total })} ·{' '}
            <time dateTime={data.as_of}>{t(($) => $.as_of, { time: formatTime(data.as_of, lang, 'exact') })}</time>
          </>
        )
      }
      actions={
        <>
          <Button onClick={() => print()}>{t(($) => $.print)}</Button>
          <WidgetChooser
            allowed={widgetsFor(permissions)}
            shown={shown}
            onChange={(next) => keepLayout(next === null ? null : layoutOfWidgets(next))}
          />
        </>
      }
    >
      {data === undefined ? (
        status.error === null ? (
          <Loading rows={12} />
        ) : (
          <ErrorState error={status.error} needs="dashboard:view" onRetry={() => void status.refetch()} />
        )
      ) : is_empty ? (
        <NoUnits />
      ) : (
        <>
          <FilterBar fields={fields} onReset={reset} />
          <KpiRow
            part={part}
            status={data}
            severities={alarms.data?.list}
            imported={imported}
            days={days}
            refresh_ms={later_ms}
          />
          <div className={css.grid}>
            {drawn.map((widget) => (
              <div key={widget} data-widget={widget}>
                {panels[widget]()}
              </div>
            ))}
          </div>
          {shown.length === 0 && <p className={css.weak}>{t(($) => $.widgets.none)}</p>}
        </>
      )}
    </Page>
  )
}

/** A fleet without units: what comes next. */
function NoUnits() {
  const t = useMessages('dashboard')
  const is_manufacturer = useSession(({ user }) => user?.agent_id ?? null) === null
  return is_manufacturer ? (
    <NeverAny
      title={t(($) => $.empty.manufacturer)}
      text={t(($) => $.empty.manufacturer_hint)}
      action={<ImportOffer label={t(($) => $.empty.import)} />}
    />
  ) : (
    <NeverAny title={t(($) => $.empty.distributor)} text={t(($) => $.empty.distributor_hint)} />
  )
}
