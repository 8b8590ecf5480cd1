import type { Alarm } from '@heatfleet/contract/alarms/alarm.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { ConditionChip, HandlingChip, SeverityChip, SlaMark, useAlarmText } from './alarm-marks.tsx'
import css from './alarms.module.css'

/** So many are shown here; the list has them all. */
const SHOWN = 50

/** The alarms of one unit, active and past, the newest first. */
export function DeviceAlarms({ mac }: { mac: string }) {
  const t = useMessages('alarms')
  const [opened, setOpened] = useState<number | null>(null)
  const columns = useColumns(setOpened)
  const { data, error, refetch } = useRead(api.alarmList, { query: { pageNo: 1, size: SHOWN }, body: { mac } })
  if (data === undefined)
    return <PendingPanel title={t(($) => $.title)} error={error} needs="alarm:view" onRetry={() => void refetch()} />
  return (
    <>
      <Panel
        flush
        title={t(($) => $.matching, { count: data.total })}
        note={
          data.total > 0 && (
            <Link className={css.more} to={`/issue/issue-list?tab=all&mac=${mac}`}>
              {t(($) => $.device_tab.all)}
            </Link>
          )
        }
      >
        <PlainTable
          label={t(($) => $.title)}
          columns={columns}
          rows={data.list}
          keyOf={({ alarm_id }) => alarm_id}
          empty={<NeverAny title={t(($) => $.device_tab.none)} text={t(($) => $.device_tab.none_hint)} />}
        />
      </Panel>
      {opened !== null && <AlarmDrawer key={opened} alarm_id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const useColumns = (open: (alarm_id: number) => void): readonly PlainColumn<Alarm>[] => {
  const t = useMessages('alarms')
  const textOf = useAlarmText()
  return [
    { key: 'severity', title: t(($) => $.columns.severity), cell: (alarm) => <SeverityChip {...alarm} /> },
    {
      key: 'alarm',
      title: t(($) => $.columns.alarm),
      least_px: 200,
      cell: (alarm) => (
        <Button
          kind="text"
          size="small"
          aria-label={t(($) => $.open, { alarm: textOf(alarm), device: alarm.device_name || alarm.mac })}
          onClick={() => open(alarm.alarm_id)}
        >
          {textOf(alarm)}
        </Button>
      ),
    },
    { key: 'condition', title: t(($) => $.columns.condition), cell: (alarm) => <ConditionChip {...alarm} /> },
    { key: 'handling', title: t(($) => $.columns.handling), cell: (alarm) => <HandlingChip {...alarm} /> },
    { key: 'sla', title: t(($) => $.columns.sla), cell: (alarm) => <SlaMark alarm={alarm} /> },
    { key: 'last', title: t(($) => $.columns.last_time), cell: ({ last_time }) => <Age at={last_time} /> },
    {
      key: 'recovered',
      title: t(($) => $.columns.recovered_time),
      cell: ({ recovered_time }) => <Age at={recovered_time} />,
    },
    { key: 'count', title: t(($) => $.columns.count), align: 'end', cell: ({ count }) => count },
    { key: 'assignee', title: t(($) => $.columns.assignee), cell: ({ assignee }) => assignee || '—' },
  ]
}
