import type { Distribution } from '@heatfleet/contract/history/statistics.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import { unitText } from '../points/unit-text.ts'
import { usePalette } from '../ui/chart/palette.ts'
import { formatNumber, formatShare } from '../ui/format.ts'
import css from './distribution.module.css'
import { classesOf, decimalsOf } from './distribution-classes.ts'
import type { SeriesStyle } from './series-style.ts'

type BarsProps = { point: DataPoint; distribution: Distribution; style: SeriesStyle | undefined }

/** A distribution as small bars in a table row; as text, the range in which the value was most of the time. */
export const DistributionBars = ({ point, distribution, style }: BarsProps) => {
  const t = useMessages('history')
  const { language } = usePointText()
  const palette = usePalette()
  const { classes, peak } = classesOf(distribution)
  const mostly = classes.find(({ share }) => share === peak)
  if (mostly === undefined) return null
  const decimals = decimalsOf(distribution.width)
  return (
    <svg
      className={css.small}
      viewBox={`0 0 ${classes.length} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t(($) => $.curves.mostly, {
        from: formatNumber(mostly.from, decimals, language),
        to: formatNumber(mostly.to, decimals, language),
        unit: unitText(point.unit, language),
        share: formatShare(mostly.share, 1, language),
      })}
      style={{ color: palette[style?.colour ?? 'ink_3'] }}
    >
      {classes.map(({ from, share }, index) => (
        <rect key={from} x={index + 0.08} width={0.84} y={1 - share / peak} height={share / peak} />
      ))}
    </svg>
  )
}
