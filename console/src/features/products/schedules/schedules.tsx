import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { runsOf, type WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import { useMessages } from '../../../messages/messages.ts'
import { DraftList } from '../draft-list.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import { newSchedule } from './new-schedule.ts'
import { ScheduleDrawer } from './schedule-drawer.tsx'

/** Weekly schedules of a board: where their periods stand, and how they are written (decision 0083). */
export function Schedules(props: {
  editor: DraftEditor
  schedules: readonly WeeklySchedule[]
  points: readonly DataPoint[]
  /** Names of the write sequences of the product. */
  sequences: readonly string[]
}) {
  const { editor, schedules } = props
  const t = useMessages('products')
  const named = (en: string) => ({ en, zh: '', pl: '' })
  return (
    <DraftList
      part="schedules"
      entries={schedules}
      max={LIMITS.schedules_max}
      create={() =>
        newSchedule(schedules, named(t(($) => $.schedules.new_name)), named(t(($) => $.schedules.value_name)))
      }
      onChange={(next) => editor.change({ settings: { schedules: [...next] } })}
      columns={[
        {
          key: 'registers',
          title: t(($) => $.schedules.registers),
          cell: (schedule) =>
            `${schedule.address} – ${schedule.address + runsOf(schedule).length * schedule.day_stride - 1}`,
        },
        { key: 'days', title: t(($) => $.schedules.days), cell: ({ days }) => t(($) => $.schedules.day_layouts[days]) },
        { key: 'periods', title: t(($) => $.schedules.periods), align: 'end', cell: ({ periods }) => periods },
        {
          key: 'format',
          title: t(($) => $.schedules.time_format),
          cell: ({ time_format }) => t(($) => $.schedules.time_formats[time_format]),
        },
      ]}
      drawer={({ entry, ...opened }) => (
        <ScheduleDrawer
          key={entry.key}
          schedule={entry}
          points={props.points}
          sequences={props.sequences}
          {...opened}
        />
      )}
    />
  )
}
