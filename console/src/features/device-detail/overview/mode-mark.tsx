import { useMessages } from '../../../messages/messages.ts'
import type { DrawnValue } from '../../../schematic/schematic-labels.ts'
import type { SchematicState } from '../../../schematic/schematic-state.ts'
import { MODE_SIGNS } from './mode-signs.tsx'
import css from './overview.module.css'

/** What the unit is doing, readable from across the room: a sign, a word, the compressor. */
export const ModeMark = ({ state, compressor }: { state: SchematicState; compressor: DrawnValue }) => {
  const t = useMessages('device-detail')
  const Sign = MODE_SIGNS[state.mode]
  return (
    <span className={css.mode} data-mode={state.mode}>
      <span className={css.modeSign}>
        <Sign size={18} />
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
