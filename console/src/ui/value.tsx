import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { useTicking } from './clock.ts'
import { formatDuration, formatNumber, inChosenUnit, UNKNOWN } from './format.ts'
import styles from './value.module.css'

/**
 * A measured value with unit: tabular figures, muted unit; a dash when unknown. With `at` (unix ms) it is muted and
 * shows its age once it is stale; `now` (unix ms) fixes the clock.
 */
export function Value(props: {
  value: number | string | null | undefined
  unit?: string
  decimals?: number
  at?: number | null
  now?: number
  strong?: boolean
}) {
  const lang = useLanguage()
  const t = useMessages('ui')
  const { at } = props
  const { value, unit } =
    typeof props.value === 'number'
      ? inChosenUnit(props.value, props.unit ?? '')
      : { value: props.value, unit: props.unit }
  const age = useTicking((now_ms) => {
    const old_ms = at === null || at === undefined ? 0 : (props.now ?? now_ms) - at
    return old_ms > LIMITS.stale_after_ms ? formatDuration(old_ms, lang, 1) : ''
  })
  if (value === null || value === undefined)
    return (
      <span className={styles.unknown}>
        <span aria-hidden="true">{UNKNOWN}</span>
        <span className="hf-hidden">{t(($) => $.unknown_value)}</span>
      </span>
    )
  return (
    <span
      className={`${styles.value} ${age === '' ? '' : styles.stale}`}
      title={age === '' ? undefined : t(($) => $.stale, { age })}
    >
      <span className={props.strong ? styles.strong : ''}>
        {typeof value === 'number' ? formatNumber(value, props.decimals ?? 1, lang) : value}
      </span>
      {unit !== undefined && unit !== '' && <span className={styles.unit}>{unit}</span>}
      {age !== '' && <span className={styles.age}>{age}</span>}
    </span>
  )
}
