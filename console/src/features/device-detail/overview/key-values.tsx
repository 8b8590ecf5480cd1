import { usePointText } from '../../../points/point-text.ts'
import type { DeviceView } from '../device-view.ts'
import css from './overview.module.css'

/** So many fill the place of the drawing. */
const SHOWN = 18

/** What stands in the place of the drawing where the product has none: the measured values that come first in its panel. */
export const KeyValues = ({ view: { definition, readings } }: { view: DeviceView }) => {
  const { nameOf, textOf } = usePointText()
  const points = [...(definition?.values() ?? [])].filter(({ rw, alarm }) => rw === 'r' && !alarm).slice(0, SHOWN)
  return (
    <dl className={css.keyValues}>
      {points.map((point) => {
        const { text, unit } = textOf(point, readings.get(point.key)?.value)
        return (
          <div key={point.key}>
            <dt>{nameOf(point)}</dt>
            <dd>
              {text} <small>{unit}</small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
