import type { OnlineHour } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { formatShare } from '../../../ui/format.ts'
import css from './day-bars.module.css'
import page from './efficiency-page.module.css'

const WIDTH = 300
const HEIGHT = 100
/** Below the lowest share, so that a steady line is seen as one, share. */
const ROOM = 0.02

/** The share of online units hour by hour, with the lowest and the newest written out; drawn without the chart library. */
export function OnlineLine({ hours }: { hours: readonly OnlineHour[] }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const known = hours.flatMap((hour, at) =>
    hour.activated > 0 ? [{ ...hour, at_hour: at, share: hour.online / hour.activated }] : [],
  )
  const [first, last] = [known.at(0), known.at(-1)]
  if (first === undefined || last === undefined) return null
  const lowest = known.reduce((least, hour) => (hour.share < least.share ? hour : least), first)
  const floor = Math.max(0, lowest.share - ROOM)
  const height = (share: number) => HEIGHT - ((share - floor) / Math.max(ROOM, 1 - floor)) * HEIGHT * 0.96
  const width = WIDTH / Math.max(1, hours.length - 1)
  return (
    <figure className={`${css.figure} ${page.cop_line}`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={known.map(({ at_hour, share }) => `${at_hour * width},${height(share)}`).join(' ')} />
      </svg>
      <figcaption>
        <span>{t(($) => $.wall.day_ago)}</span>
        <span>{t(($) => $.wall.lowest, { share: formatShare(lowest.online, lowest.activated, lang) })}</span>
        <span>{`${t(($) => $.wall.now)}: ${formatShare(last.online, last.activated, lang)}`}</span>
      </figcaption>
    </figure>
  )
}
