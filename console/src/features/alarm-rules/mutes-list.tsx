import { ALARM_MUTE_SORTS, type AlarmMute, MUTE_STATES } from '@heatfleet/contract/alarm-rules/mutes.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useCallback } from 'react'
import { CutText } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { useTicking } from '../../ui/clock.ts'
import { defaultParam } from '../../ui/filter-bar-params.ts'
import { formatDuration } from '../../ui/format.ts'
import { StateChip } from '../../ui/status.tsx'
import { RULE_TABS } from './list.tsx'

type Given = { onEnd: (mute: AlarmMute) => Promise<void> }

const { list, column, filter } = listOf(api.alarmMuteList, 'alarm-rules', (given: Given) => ({
  ...given,
  targetText: useMuteTargetText(),
}))

const STATES = {
  active: { tone: 'warn', shape: 'filled' },
  ended: { tone: 'neutral', shape: 'hollow' },
  over: { tone: 'neutral', shape: 'hollow' },
} as const satisfies Record<AlarmMute['state'], object>

/** Mutes (product 3.40). */
export const alarmMutes = list({
  name: 'alarm-mutes',
  needs: 'alarm-rule:view',
  label: ({ t }) => t(($) => $.tabs.mutes),
  key: ({ mute_id }) => String(mute_id),
  title: (mute, { targetText }) => targetText(mute),
  summary: ({ t }, count) => t(($) => $.mutes.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.mutes.never_any), text: t(($) => $.mutes.never_any_hint) }),
  titles: ({ t }) => t(($) => $.mutes.columns, { returnObjects: true }),
  sorts: ALARM_MUTE_SORTS,
  sorted: { by: 'until', order: 'desc' },
  also: { tab: defaultParam(RULE_TABS, 'rules') },
  filters: { state: filter.choice(MUTE_STATES).text(({ t }, code) => t(($) => $.mutes.states[code])) },
  columns: {
    target: column.custom(260, (mute, { targetText }) => <CutText text={targetText(mute)} />, {
      grows: true,
      fixed: 'start',
      always: true,
    }),
    reason: column.text(240),
    state: column.custom(130, ({ state }, { t }) => (
      <StateChip {...STATES[state]}>{t(($) => $.mutes.states[state])}</StateChip>
    )),
    remaining: column.custom(112, (mute) => <Remaining mute={mute} />),
    until: column.time(186),
    from: column.time(186, { by_default: false }),
    author: column.text(118),
    alarms: column.number(84),
    owner: column.textOf(130, ({ agent_id, agent_name }, { t }) =>
      agent_id === null ? t(($) => $.owner.manufacturer) : agent_name,
    ),
    end: column.custom(124, (mute, { onEnd }) => <EndButton mute={mute} onEnd={onEnd} />, {
      always: true,
      title: ({ t }) => t(($) => $.mutes.columns.actions),
    }),
  },
})

function Remaining({ mute: { state, until } }: { mute: AlarmMute }) {
  const t = useMessages('alarm-rules')
  const lang = useLanguage()
  const left = useTicking((now) => formatDuration(Math.max(0, Date.parse(until) - now), lang, 2))
  return <span>{state === 'active' ? left : t(($) => $.mutes.remaining.none)}</span>
}

function EndButton({ mute, onEnd }: { mute: AlarmMute } & Given) {
  const t = useMessages('alarm-rules')
  const missing_permission = useMissingPermission('alarm:mute')
  if (mute.state !== 'active') return null
  return (
    <Button kind="text" size="small" disabledReason={missing_permission} onClick={() => void onEnd(mute)}>
      {t(($) => $.mutes.end)}
    </Button>
  )
}

/** What a mute is about: what, and where. */
const useMuteTargetText = () => {
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  return useCallback(
    (mute: AlarmMute): string => {
      const { rule_id, rule_name, type, rule_key, code, mac, device_name, group_id, group_name, under_id, under_name } =
        mute
      const what = [
        rule_id === null ? '' : t(($) => $.mutes.target.rule, { name: rule_name }),
        type === null ? '' : alarms(($) => $.types[type]),
        rule_key,
        code ?? '',
      ].filter((part) => part !== '')
      const where = [
        mac === null ? '' : device_name || mac,
        group_id === null ? '' : t(($) => $.scope.group, { name: group_name }),
        under_id === null ? '' : t(($) => $.scope.agent, { name: under_name }),
      ].filter((part) => part !== '')
      return [what.length === 0 ? t(($) => $.mutes.target.all) : what.join(' '), ...where].join(' · ')
    },
    [t, alarms],
  )
}
