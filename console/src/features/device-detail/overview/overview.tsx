import { usePointText } from '../../../points/point-text.ts'
import { useTicking } from '../../../ui/clock.ts'
import { formatAge } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useWords } from '../../../words/words.ts'
import type { Commands } from '../control/use-commands.ts'
import type { DeviceView } from '../device-view.ts'
import { DayChart } from './day-chart.tsx'
import { ModeMark } from './mode-mark.tsx'
import css from './overview.module.css'
import { Schematic } from './schematic.tsx'
import { schematicState } from './schematic-state.ts'
import { SetPoints } from './set-points.tsx'
import { Today } from './today.tsx'
import { useSchematicLabels } from './use-schematic-labels.ts'

type OverviewProps = { view: DeviceView; commands: Commands; onShow: (tab: 'control' | 'curves') => void }

/** The unit at a glance: drawing, figures of the day, set-points, the last 24 hours. */
export const Overview = ({ view, commands, onShow }: OverviewProps) => {
  const { textOf } = usePointText()
  const state = schematicState((key) => view.readings.get(key)?.value, view.device)
  const draw = (key: string) => textOf(view.definition?.get(key), view.readings.get(key)?.value)
  const labels = useSchematicLabels(state, draw)
  return (
    <div className={css.overview}>
      <Panel
        className={css.schematic}
        title={<ModeMark state={state} compressor={draw('comp_hz')} />}
        note={<ValuesAge view={view} />}
      >
        <Schematic state={state} draw={draw} labels={labels} />
      </Panel>
      <div className={css.side}>
        <Today view={view} />
        <SetPoints view={view} commands={commands} onAll={() => onShow('control')} />
      </div>
      <DayChart view={view} onOpen={() => onShow('curves')} />
    </div>
  )
}

const ValuesAge = ({ view: { reported_at } }: { view: DeviceView }) => {
  const t = useWords('detail')
  const { language } = usePointText()
  const age = useTicking((now) => (reported_at === null ? '' : formatAge(now - reported_at, language)))
  return age === '' ? null : <span>{t(($) => $.schematic.values_age, { age })}</span>
}
