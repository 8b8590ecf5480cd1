import type { CopDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useLanguage } from '../../../messages/messages.ts'
import { formatDay, formatNumber } from '../../../ui/format.ts'
import css from './day-bars.module.css'
import page from './efficiency-page.module.css'

const WIDTH = 300
const HEIGHT = 100

/** COP by day as a line from zero, with the highest and the newest written out; drawn without the chart library. */
export function CopLine({ days }: { days: readonly CopDay[] }) {
  const lang = useLanguage()
  const most = Math.max(1, ...days.map(({ cop }) => cop ?? 0))
  const step = WIDTH / Math.max(1, days.length)
  const points = days.flatMap(({ cop }, at) =>
    cop === null ? [] : [{ x: (at + 0.5) * step, y: HEIGHT - (cop / most) * HEIGHT * 0.96 }],
  )
  // One day alone is a short stroke: a line of one point is not drawn.
  const [only] = points
  const drawn =
    points.length === 1 && only !== undefined
      ? [
          { ...only, x: only.x - step / 2 },
          { ...only, x: only.x + step / 2 },
        ]
      : points
  const [first, last] = [days.at(0), days.at(-1)]
  return (
    <figure className={`${css.figure} ${page.cop_line}`}>
      <span className={css.most}>{formatNumber(most, 2, lang)}</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
      <figcaption>
        <span>{first !== undefined && formatDay(first.day, lang)}</span>
        <span>{last !== undefined && formatDay(last.day, lang)}</span>
      </figcaption>
    </figure>
  )
}
