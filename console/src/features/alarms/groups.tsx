import type { AlarmGroup, AlarmGrouping } from '@heatfleet/contract/alarms/groups.ts'
import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NoMatch } from '../../ui/states.tsx'
import { SeverityChip, useAlarmText } from './alarm-marks.tsx'
import css from './alarms.module.css'
import { GROUPINGS } from './list.tsx'

type Grouping = (typeof GROUPINGS)[number]

/** How the list is summed up. */
export function GroupingMenu({ value, onChange }: { value: Grouping; onChange: (value: Grouping) => void }) {
  const t = useMessages('alarms')
  return (
    <DropdownMenu
      label={t(($) => $.groups.label)}
      trigger={(button) => (
        <Button {...button} kind="text" size="small" icon={ChevronDownIcon}>
          {value === 'none' ? t(($) => $.groups.label) : t(($) => $.groups.by[value])}
        </Button>
      )}
      items={GROUPINGS.map((one) => ({
        key: one,
        label: t(($) => $.groups.by[one]),
        checked: one === value,
        onSelect: () => onChange(one),
      }))}
    />
  )
}

/** The filters that show the alarms of one group. */
type GroupPlace = { mac?: string; type?: AlarmType; code?: string; rule_id?: number }

type Props = {
  by: AlarmGrouping
  filter: NonNullable<RequestOf<typeof api.alarmList>['body']>
  onShow: (place: GroupPlace) => void
}

/** Groups of the alarms that the list holds, the largest first, each with its share; one click narrows the list to it. */
export function AlarmGroups({ by, filter, onShow }: Props) {
  const t = useMessages('alarms')
  const lang = useLanguage()
  const textOf = useAlarmText()
  const read = useRead(api.alarmGroups, { body: { ...filter, by } })
  if (read.data === undefined)
    return (
      <Panel>
        {read.error === null ? (
          <Loading />
        ) : (
          <ErrorState error={read.error} needs="alarm:view" onRetry={() => void read.refetch()} />
        )}
      </Panel>
    )
  const { list, more } = read.data
  const most = Math.max(1, ...list.map(({ count }) => count))
  const nameOf = ({ mac, device_name, agent_name, type, code, rule_id, rule_name, names }: AlarmGroup): string => {
    if (by === 'device') return device_name || mac || UNKNOWN
    if (by === 'agent') return agent_name || t(($) => $.groups.stock)
    if (type === null) return UNKNOWN
    return textOf({ type, code, rule_key: rule_id === null ? '' : String(rule_id), names, rule_name })
  }
  return (
    <div className={css.groups}>
      <Panel flush>
        <PlainTable
          label={t(($) => $.groups.title)}
          rows={list}
          keyOf={(group) => [group.mac, group.agent_id, group.type, group.code, group.rule_id].join(' ')}
          empty={<NoMatch />}
          columns={[
            {
              key: 'name',
              title: t(($) => $.groups.by[by]),
              cell: (group) => {
                const place = placeOf(by, group)
                const name = nameOf(group)
                return place === null ? (
                  name
                ) : (
                  <Button
                    kind="link"
                    size="small"
                    aria-label={t(($) => $.groups.show, { name })}
                    onClick={() => onShow(place)}
                  >
                    {name}
                  </Button>
                )
              },
            },
            {
              key: 'share',
              title: t(($) => $.groups.share),
              cell: ({ count }) => (
                <span className={css.bar} aria-hidden="true">
                  <span style={{ width: `${(count / most) * 100}%` }} />
                </span>
              ),
            },
            {
              key: 'count',
              title: t(($) => $.groups.count),
              align: 'end',
              cell: ({ count }) => formatNumber(count, 0, lang),
            },
            {
              key: 'active',
              title: t(($) => $.groups.active),
              align: 'end',
              cell: ({ active }) => formatNumber(active, 0, lang),
            },
            {
              key: 'severity',
              title: t(($) => $.groups.worst),
              cell: ({ severity }) => <SeverityChip severity={severity} />,
            },
            {
              key: 'last',
              title: t(($) => $.columns.last_time),
              cell: ({ last_time }) => <Age at={last_time} />,
            },
          ]}
        />
      </Panel>
      {more && <p className={css.weak}>{t(($) => $.groups.more)}</p>}
    </div>
  )
}

const placeOf = (by: AlarmGrouping, { mac, type, code, rule_id }: AlarmGroup): GroupPlace | null => {
  if (by === 'device') return mac === null ? null : { mac }
  // The filter of a distributor is about those below it too, a group is not.
  if (by === 'agent' || type === null) return null
  return { type, ...(code === null ? {} : { code }), ...(rule_id === null ? {} : { rule_id }) }
}
