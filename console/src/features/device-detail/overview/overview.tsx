import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import type { Definition } from '../../../points/readings.ts'
import { Schematic } from '../../../schematic/schematic.tsx'
import { useSchematic } from '../../../schematic/use-schematic.ts'
import { useTicking } from '../../../ui/clock.ts'
import { formatAge } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { Commands } from '../control/use-commands.ts'
import type { DeviceView } from '../device-view.ts'
import { DayChart } from './day-chart.tsx'
import { KeyValues } from './key-values.tsx'
import { ModeMark } from './mode-mark.tsx'
import css from './overview.module.css'
import { SetPoints } from './set-points.tsx'
import { Today } from './today.tsx'

/** While the definition of the product is on its way. */
const NO_POINTS: Definition = new Map()

type OverviewProps = { view: DeviceView; commands: Commands; onShow: (tab: 'control' | 'curves') => void }

/** The unit at a glance: drawing, figures of the day, set-points, the last 24 hours. */
export const Overview = ({ view, commands, onShow }: OverviewProps) => {
  const { schematic, definition, readings, device } = view
  const drawn = useSchematic({ schematic, definition: definition ?? NO_POINTS, readings, connection: device })
  return (
    <div className={css.overview}>
      <Panel
        className={css.schematic}
        title={<ModeMark state={drawn.state} compressor={drawn.draw('comp_hz')} />}
        note={<ValuesAge view={view} />}
      >
        {schematic === 'none' ? <KeyValues view={view} /> : <Schematic schematic={schematic} {...drawn} />}
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
  const t = useMessages('device-detail')
  const { language } = usePointText()
  const age = useTicking((now) => (reported_at === null ? '' : formatAge(now - reported_at, language)))
  return age === '' ? null : <span>{t(($) => $.schematic.values_age, { age })}</span>
}
