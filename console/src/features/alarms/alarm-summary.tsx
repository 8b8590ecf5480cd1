import type { AlarmDetail } from '@heatfleet/contract/alarms/alarm.ts'
import { Link } from 'react-router'
import { useDefinition } from '../../points/use-definition.ts'
import { Age } from '../../ui/age.tsx'
import { ConditionChip, SeverityChip, useAlarmText } from './alarm-marks.tsx'
import css from './alarms.module.css'
import { Snapshot } from './snapshot.tsx'

/** An alarm elsewhere than in its list: what it is, how it stands, and its snapshot. */
export function AlarmSummary({ alarm }: { alarm: AlarmDetail }) {
  const textOf = useAlarmText()
  const { definition, default_curves } = useDefinition(alarm.product_key)
  return (
    <div className={css.detail}>
      <span className={css.chips}>
        <Link to={`/issue/issue-list?alarm=${alarm.alarm_id}`}>{textOf(alarm)}</Link>
        <SeverityChip severity={alarm.severity} />
        <ConditionChip condition={alarm.condition} />
        <Age at={alarm.last_time} />
      </span>
      <Snapshot alarm={alarm} definition={definition} default_curves={default_curves} />
    </div>
  )
}
