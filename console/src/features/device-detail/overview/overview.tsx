import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import type { Definition } from '../../../points/readings.ts'
import { MODE_ICONS } from '../../../schematic/mode-icons.tsx'
import { Schematic } from '../../../schematic/schematic.tsx'
import type { DrawnValue } from '../../../schematic/schematic-labels.ts'
import type { SchematicState } from '../../../schematic/schematic-state.ts'
import { useSchematic } from '../../../schematic/use-schematic.ts'
import { useTicking } from '../../../ui/clock.ts'
import { formatAge } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { Commands } from '../control/use-commands.ts'
import type { DeviceView } from '../device-view.ts'
import { UnitFacts } from '../facts/unit-facts.tsx'
import { DayChart } from './day-chart.tsx'
import css from './overview.module.css'
import { SetPoints } from './set-points.tsx'
import { Today } from './today.tsx'

/** Rows that fill the place of the schematic. */
const LISTED_MAX = 18

/** Replaces the schematic of products without one: the first measured values of the panel. */
const KeyValues = ({ view: { definition, readings, texts } }: { view: DeviceView }) => {
  const { nameOf, textOf } = usePointText()
  const points = [...(definition?.values() ?? [])].filter(({ rw, alarm }) => rw === 'r' && !alarm).slice(0, LISTED_MAX)
  return (
    <dl className={css.keyValues}>
      {points.map((point) => {
        const { text, unit } = textOf(point, readings.get(point.key)?.value)
        return (
          <div key={point.key}>
            <dt>{nameOf(point)}</dt>
            <dd>
              {texts.get(point.key)?.text ?? text} <small>{unit}</small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The operating mode: icon, text, compressor frequency. */
const ModeMark = ({ state, compressor }: { state: SchematicState; compressor: DrawnValue }) => {
  const t = useMessages('device-detail')
  const ModeIcon = MODE_ICONS[state.mode]
  return (
    <span className={css.mode} data-mode={state.mode}>
      <span className={css.modeSign}>
        <ModeIcon size={18} />
      </span>
      <span className={css.modeWord}>{t(($) => $.mode[state.stale ?? state.mode])}</span>
      {state.compressor && (
        <span className={css.modeValue}>
          {compressor.text} {compressor.unit}
        </span>
      )}
    </span>
  )
}

/** Used while the product definition loads. */
const NO_POINTS: Definition = new Map()

type OverviewProps = { view: DeviceView; commands: Commands; onShow: (tab: 'control' | 'curves') => void }

/** Overview of the device: schematic, figures of the day, set points, last 24 hours. */
export const Overview = ({ view, commands, onShow }: OverviewProps) => {
  return (
    <div className={css.overview}>
      <SchematicPanel view={view} className={css.schematic} note={<ValuesAge view={view} />} />
      <div className={css.side}>
        <Today view={view} />
        <SetPoints view={view} commands={commands} onAll={() => onShow('control')} />
      </div>
      <DayChart view={view} onOpen={() => onShow('curves')} />
      <div className={css.unit}>
        <UnitFacts view={view} />
      </div>
    </div>
  )
}

type SchematicPanelProps = { view: DeviceView; note: ReactNode; className?: string | undefined }

/** The drawing of the unit with its operating mode, or its first values where the product has none. */
export const SchematicPanel = ({ view, note, className }: SchematicPanelProps) => {
  const { schematic, definition, readings, device } = view
  const drawing = useSchematic({ schematic, definition: definition ?? NO_POINTS, readings, connection: device })
  return (
    <Panel
      className={className}
      title={<ModeMark state={drawing.state} compressor={drawing.draw('comp_hz')} />}
      note={note}
    >
      {schematic === 'none' ? <KeyValues view={view} /> : <Schematic schematic={schematic} {...drawing} />}
    </Panel>
  )
}

const ValuesAge = ({ view: { reported_at } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const { language } = usePointText()
  const age = useTicking((now) => (reported_at === null ? '' : formatAge(now - reported_at, language)))
  return age === '' ? null : <span>{t(($) => $.schematic.values_age, { age })}</span>
}
