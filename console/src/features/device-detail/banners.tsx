import { usePointText } from '../../points/point-text.ts'
import { useTicking } from '../../ui/clock.ts'
import { formatDuration, UNKNOWN } from '../../ui/format.ts'
import { InfoIcon, WarningIcon } from '../../ui/icons.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { CONDITION_TONE, type Condition, conditionsOf } from './conditions.ts'
import css from './device-detail.module.css'
import type { DeviceView } from './device-view.ts'

/** What a person should know about the device before reading on. */
export const Banners = ({ view }: { view: DeviceView }) => {
  const conditions = conditionsOf({
    ...view.device,
    point_count: view.definition?.size ?? null,
    connected: view.connected,
  })
  if (conditions.length === 0) return null
  return (
    <div className={css.banners} role="status">
      {conditions.map((condition) => (
        <div key={condition.kind} className={css.banner} data-tone={CONDITION_TONE[condition.kind]}>
          {CONDITION_TONE[condition.kind] === 'neutral' ? <InfoIcon /> : <WarningIcon />}
          <span>
            <ConditionText condition={condition} view={view} />
          </span>
        </div>
      ))}
    </div>
  )
}

const ConditionText = ({ condition, view }: { condition: Condition; view: DeviceView }) => {
  const t = useWords('detail')
  const language = useLanguage()
  const { nameOf } = usePointText()
  const since = condition.kind === 'offline' && condition.since !== null ? Date.parse(condition.since) : null
  const age = useTicking((now) => (since === null ? UNKNOWN : formatDuration(now - since, language)))
  if (condition.kind === 'alarm') {
    const names = condition.keys.map((key) => {
      const point = view.definition?.get(key)
      return point === undefined ? key : nameOf(point)
    })
    return t(($) => $.banner.alarm, { count: names.length, names: names.join(', ') })
  }
  if (condition.kind === 'offline') return t(($) => $.banner.offline, { age })
  return t(($) => $.banner[condition.kind])
}
