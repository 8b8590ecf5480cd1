import { finding } from '@heatfleet/contract/products/check.ts'
import { checkSchedules } from '@heatfleet/contract/products/check-schedules.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { useMemo } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { FormDrawer } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { FindingList } from '../points/finding-list.tsx'
import css from '../records/records.module.css'
import { type ScheduleDraft, scheduleDraftOf, scheduleOf } from './schedule-draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'

const WIDTH_PX = 860

/** The form of one weekly schedule, checked while typing. Mounted = open. */
export function ScheduleDrawer(props: {
  schedule: WeeklySchedule
  is_new: boolean
  others: readonly WeeklySchedule[]
  points: readonly DataPoint[]
  sequences: readonly string[]
  onSave: (schedule: WeeklySchedule) => Promise<boolean>
  onClose: () => void
}) {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('datapoint:edit')
  const { schedule, others, points, sequences } = props
  const form = useForm({
    schema: WeeklySchedule,
    initial: useMemo(() => scheduleDraftOf(schedule), [schedule]),
    toBody: (draft: ScheduleDraft) => scheduleOf(draft),
    onSave: props.onSave,
    onSaved: props.onClose,
  })
  const findings = useMemo(() => {
    const typed = WeeklySchedule.safeParse(scheduleOf(form.values))
    if (!typed.success) return []
    const write_sequences = sequences.map((name) => ({ name, before: [], after: [] }))
    const settings = { ...INITIAL_SETTINGS, schedules: [...others, typed.data], write_sequences }
    return checkSchedules({ points, settings }, finding).filter(({ other }) => other === typed.data.key)
  }, [form.values, others, points, sequences])
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={
        props.is_new
          ? t(($) => $.schedules.add)
          : t(($) => $.schedules.edit_of, { name: schedule.names.en || schedule.key })
      }
      save={t(($) => $.points.form.save)}
      readOnly={missing_permission}
      onClose={props.onClose}
    >
      <div className={css.parts}>
        <FindingList findings={findings} />
        <ScheduleFields form={form} sequences={sequences} />
      </div>
    </FormDrawer>
  )
}
