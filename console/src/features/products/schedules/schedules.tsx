import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { runsOf, type WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { NeverAny } from '../../../ui/states.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import css from '../products.module.css'
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
  const language = useLanguage()
  const confirm = useConfirm()
  const missing_permission = useMissingPermission('datapoint:edit')
  const [opened, setOpened] = useState<{ schedule: WeeklySchedule; at: number } | null>(null)
  const save = (next: readonly WeeklySchedule[]) => editor.change({ settings: { schedules: [...next] } })
  const nameOf = ({ names, key }: WeeklySchedule) => names[language] || names.en || key
  const remove = async (schedule: WeeklySchedule) => {
    const title = t(($) => $.schedules.remove_title, { name: nameOf(schedule) })
    const question = { title, text: t(($) => $.schedules.remove_text), confirm: t(($) => $.schedules.remove) }
    if (await confirm({ ...question, danger: true })) await save(schedules.filter(({ key }) => key !== schedule.key))
  }
  const add = () => {
    const named = (en: string) => ({ en, zh: '', pl: '' })
    const schedule = newSchedule(
      schedules,
      named(t(($) => $.schedules.new_name)),
      named(t(($) => $.schedules.value_name)),
    )
    setOpened({ schedule, at: schedules.length })
  }
  return (
    <Panel title={t(($) => $.schedules.title)} note={t(($) => $.schedules.hint)} flush>
      <PlainTable
        label={t(($) => $.schedules.title)}
        rows={schedules}
        keyOf={({ key }) => key}
        empty={<NeverAny title={t(($) => $.schedules.none)} text={t(($) => $.schedules.none_hint)} />}
        columns={[
          { key: 'name', title: t(($) => $.points.fields.names), cell: nameOf },
          {
            key: 'registers',
            title: t(($) => $.schedules.registers),
            cell: (schedule) =>
              `${schedule.address} – ${schedule.address + runsOf(schedule).length * schedule.day_stride - 1}`,
          },
          {
            key: 'days',
            title: t(($) => $.schedules.days),
            cell: ({ days }) => t(($) => $.schedules.day_layouts[days]),
          },
          { key: 'periods', title: t(($) => $.schedules.periods), align: 'end', cell: ({ periods }) => periods },
          {
            key: 'format',
            title: t(($) => $.schedules.time_format),
            cell: ({ time_format }) => t(($) => $.schedules.time_formats[time_format]),
          },
          {
            key: 'actions',
            title: t(($) => $.schedules.actions),
            actions: true,
            cell: (schedule) => (
              <>
                <Button
                  size="small"
                  kind="text"
                  aria-label={t(($) => $.schedules.edit_of, { name: nameOf(schedule) })}
                  onClick={() => setOpened({ schedule, at: schedules.indexOf(schedule) })}
                >
                  {t(($) => $.schedules.edit)}
                </Button>
                <Button
                  size="small"
                  kind="text"
                  aria-label={t(($) => $.schedules.remove_of, { name: nameOf(schedule) })}
                  disabledReason={missing_permission}
                  onClick={() => void remove(schedule)}
                >
                  {t(($) => $.schedules.remove)}
                </Button>
              </>
            ),
          },
        ]}
      />
      <div className={css.padded}>
        <Button
          size="small"
          icon={PlusIcon}
          disabledReason={missing_permission}
          disabled={schedules.length >= LIMITS.schedules_max}
          onClick={add}
        >
          {t(($) => $.schedules.add)}
        </Button>
      </div>
      {opened !== null && (
        <ScheduleDrawer
          key={opened.at}
          schedule={opened.schedule}
          is_new={opened.at === schedules.length}
          others={schedules.filter((_, at) => at !== opened.at)}
          points={props.points}
          sequences={props.sequences}
          onSave={(saved) =>
            save(opened.at === schedules.length ? [...schedules, saved] : schedules.with(opened.at, saved))
          }
          onClose={() => setOpened(null)}
        />
      )}
    </Panel>
  )
}
