import { useLanguage } from '../../../messages/messages.ts'
import { formatDay, formatNumber } from '../../../ui/format.ts'
import css from './day-bars.module.css'

const WIDTH = 300
const HEIGHT = 100

/** Counts of days as small bars, with the highest and the newest written out; drawn without the chart library. */
export function DayBars({ days, tone }: { days: readonly { day: string; count: number }[]; tone: 'accent' | 'bad' }) {
  const lang = useLanguage()
  const most = Math.max(1, ...days.map(({ count }) => count))
  const step = WIDTH / Math.max(1, days.length)
  const [first, last] = [days.at(0), days.at(-1)]
  return (
    <figure className={css.figure} data-tone={tone}>
      <span className={css.most}>{formatNumber(most, 0, lang)}</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, count }, at) => {
          const height = count === 0 ? 0.8 : Math.max(2, (count / most) * HEIGHT)
          return <rect key={day} x={at * step + step * 0.14} y={HEIGHT - height} width={step * 0.72} height={height} />
        })}
      </svg>
      <figcaption>
        <span>{first !== undefined && formatDay(first.day, lang)}</span>
        <span>{last !== undefined && `${formatDay(last.day, lang)}: ${formatNumber(last.count, 0, lang)}`}</span>
      </figcaption>
    </figure>
  )
}
