import {
  type AlarmTypeSettings,
  type AlarmTypeState,
  OPT_IN_TYPES,
  type OptInType,
} from '@heatfleet/contract/alarms/type-settings.ts'
import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import { api } from '@heatfleet/contract/api.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { StateChip } from '../../ui/status.tsx'
import { SeverityChip } from '../alarms/public.ts'
import css from './alarm-rules.module.css'
import { type BuiltInType, ProcessForm } from './process-form.tsx'
import { ScreenTabs } from './screen-tabs.tsx'
import { DetectorForm, OfflineForm, TimesForm } from './type-forms.tsx'

type Opened = OptInType | 'offline' | 'times' | { process: BuiltInType } | null

/** Types of alarms that every installation has, and what the manufacturer sets of them (product 3.42). */
export function BuiltInTypes() {
  const t = useMessages('alarm-rules')
  const [opened, setOpened] = useState<Opened>(null)
  const { data, error, refetch } = useRead(api.alarmTypeSettings)
  return (
    <Page title={t(($) => $.title)}>
      <ScreenTabs />
      {data === undefined ? (
        <PendingPanel
          title={t(($) => $.types.table)}
          error={error}
          needs="alarm-rule:view"
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={css.panels}>
          <Times settings={data} onSet={() => setOpened('times')} />
          <Types settings={data} onSet={setOpened} />
          {opened === 'times' && <TimesForm times={data.times} onClose={() => setOpened(null)} />}
          {opened === 'offline' && <OfflineForm offline={data.offline} onClose={() => setOpened(null)} />}
          {typeof opened === 'object' && opened !== null && (
            <ProcessForm
              type={opened.process}
              now={data.types.find(({ type }) => type === opened.process)}
              onClose={() => setOpened(null)}
            />
          )}
          {typeof opened === 'string' && opened !== 'times' && opened !== 'offline' && (
            <DetectorForm type={opened} settings={data} onClose={() => setOpened(null)} />
          )}
        </div>
      )}
    </Page>
  )
}

const HOUR_MINUTES = 60

/** The times within which alarms are to be processed. */
function Times({ settings: { times }, onSet }: { settings: AlarmTypeSettings; onSet: () => void }) {
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const missing_permission = useMissingPermission('alarm-rule:types')
  return (
    <Panel
      title={t(($) => $.types.times.title)}
      note={
        <Button size="small" disabledReason={missing_permission} onClick={onSet}>
          {t(($) => $.types.times.set)}
        </Button>
      }
    >
      <p className={css.hint}>{t(($) => $.types.times.hint)}</p>
      <Facts
        least_px={130}
        items={SEVERITIES.toReversed().map((severity) => {
          const minutes = times[severity]
          return {
            label: alarms(($) => $.severities[severity]),
            value:
              minutes === null
                ? t(($) => $.types.times.none)
                : t(($) => $.types.times.hours, { hours: minutes / HOUR_MINUTES }),
          }
        })}
      />
    </Panel>
  )
}

const isOptIn = (type: AlarmType): type is OptInType => OPT_IN_TYPES.some((one) => one === type)

function Types({ settings, onSet }: { settings: AlarmTypeSettings; onSet: (type: Opened) => void }) {
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const lang = useLanguage()
  const missing_permission = useMissingPermission('alarm-rule:types')
  const { frost_below_c, remind_hours } = settings.offline
  const raisesOf = (type: AlarmType): string => {
    const said = t(($) => $.types.raises[type])
    if (type !== 'offline') return said
    const frost =
      frost_below_c === null
        ? t(($) => $.types.no_frost)
        : t(($) => $.types.frost, { celsius: `${formatNumber(frost_below_c, 0, lang)} °C` })
    const again = remind_hours === null ? [] : [t(($) => $.types.reminds, { hours: remind_hours })]
    return [said, frost, ...again].join(' ')
  }
  const columns: PlainColumn<AlarmTypeState>[] = [
    { key: 'type', title: t(($) => $.types.columns.type), cell: ({ type }) => <b>{alarms(($) => $.types[type])}</b> },
    // Beside the name: the last columns lie under the action where the window is narrow.
    { key: 'state', title: t(($) => $.types.columns.state), cell: (row) => <OnOff {...row} /> },
    {
      key: 'raises',
      title: t(($) => $.types.columns.raises),
      least_px: 220,
      cell: ({ type }) => raisesOf(type),
    },
    {
      key: 'severity',
      title: t(($) => $.types.columns.severity),
      cell: ({ type, severity }) =>
        severity === null ? (
          t(($) => (type === 'threshold' ? $.types.by_rule : $.types.by_fault))
        ) : (
          <SeverityChip severity={severity} />
        ),
    },
    {
      key: 'process',
      title: t(($) => $.types.columns.process),
      cell: ({ type, process_minutes }) =>
        type === 'threshold' ? (
          t(($) => $.types.by_rule)
        ) : (
          <RecoveredButton
            type={type}
            process_minutes={process_minutes}
            missing_permission={missing_permission}
            onSet={() => onSet({ process: type })}
          />
        ),
    },
    {
      key: 'changed',
      title: t(($) => $.types.columns.changed),
      cell: ({ updated_by, updated_time }) =>
        updated_time === null ? (
          ''
        ) : (
          <>
            <Age at={updated_time} /> {updated_by}
          </>
        ),
    },
    {
      key: 'actions',
      title: t(($) => $.types.columns.actions),
      actions: true,
      cell: ({ type }) =>
        isOptIn(type) || type === 'offline' ? (
          <Button
            size="small"
            disabledReason={missing_permission}
            aria-label={t(($) => $.types.set_of, { type: alarms(($) => $.types[type]) })}
            onClick={() => onSet(type)}
          >
            {t(($) => $.types.set)}
          </Button>
        ) : null,
    },
  ]
  return (
    <Panel flush title={t(($) => $.types.table)}>
      <PlainTable label={t(($) => $.types.table)} columns={columns} rows={settings.types} keyOf={({ type }) => type} />
    </Panel>
  )
}

/** Automatic processing of recovered alarms of a type, and the button that changes it. */
function RecoveredButton(props: {
  type: BuiltInType
  process_minutes: number | null
  missing_permission: string | undefined
  onSet: () => void
}) {
  const { type, process_minutes, missing_permission, onSet } = props
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const now =
    process_minutes === null
      ? t(($) => $.types.process.never)
      : t(($) => $.types.process.after, { minutes: process_minutes })
  return (
    <Button
      kind="link"
      size="small"
      disabledReason={missing_permission}
      aria-label={t(($) => $.types.process.set_of, { type: alarms(($) => $.types[type]), now })}
      onClick={onSet}
    >
      {now}
    </Button>
  )
}

function OnOff({ type, enabled }: AlarmTypeState) {
  const t = useMessages('alarm-rules')
  if (!isOptIn(type)) return <StateChip tone="neutral">{t(($) => $.types.always)}</StateChip>
  return enabled ? (
    <StateChip tone="ok" shape="filled">
      {t(($) => $.types.on)}
    </StateChip>
  ) : (
    <StateChip tone="neutral" shape="hollow">
      {t(($) => $.types.off)}
    </StateChip>
  )
}
