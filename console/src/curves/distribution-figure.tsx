import type { Distribution } from '@heatfleet/contract/history/statistics.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import { unitText } from '../points/unit-text.ts'
import { usePalette } from '../ui/chart/palette.ts'
import { formatDuration, formatNumber, formatShare } from '../ui/format.ts'
import { PlainTable } from '../ui/plain-table.tsx'
import css from './distribution.module.css'
import { classesOf, decimalsOf, ticksOf } from './distribution-classes.ts'
import type { SeriesStyle } from './series-style.ts'

type FigureProps = { point: DataPoint; distribution: Distribution; style: SeriesStyle | undefined }

const TICKS_MAX = 11

/** A distribution with axes and key figures. */
export const DistributionFigure = ({ point, distribution, style }: FigureProps) => {
  const t = useMessages('history')
  const { nameOf, language } = usePointText()
  const palette = usePalette()
  const { classes, peak } = classesOf(distribution)
  const decimals = decimalsOf(distribution.width)
  const range = (from: number, to: number) =>
    `${formatNumber(from, decimals, language)} … ${formatNumber(to, decimals, language)}`
  const unit = unitText(point.unit, language)
  const title = unit === '' ? t(($) => $.curves.class) : `${t(($) => $.curves.class)} [${unit}]`
  return (
    <div className={css.figure}>
      <div aria-hidden="true" className={css.drawing} style={{ color: palette[style?.colour ?? 'ink_3'] }}>
        <span className={css.peak}>{formatShare(peak, 1, language)}</span>
        <div className={css.bars}>
          {classes.map(({ from, to, share }) => (
            <span key={from} title={`${range(from, to)} ${unit} · ${formatShare(share, 1, language)}`}>
              <i style={{ height: `${(share / peak) * 100}%` }} data-none={share === 0 || undefined} />
            </span>
          ))}
        </div>
        <div className={css.ticks}>
          {ticksOf(distribution, TICKS_MAX).map(({ at, value }) => (
            <span key={value} style={{ left: `${at * 100}%` }}>
              {formatNumber(value, decimals, language)}
            </span>
          ))}
        </div>
        <span className={css.unit}>{unit}</span>
      </div>
      <div className={css.classes}>
        <PlainTable
          label={t(($) => $.curves.distribution_of, { name: nameOf(point) })}
          keyOf={({ from }) => from}
          rows={classes.filter(({ ms }) => ms > 0)}
          columns={[
            { key: 'class', title, align: 'end', cell: ({ from, to }) => range(from, to) },
            {
              key: 'share',
              title: t(($) => $.curves.state_share),
              align: 'end',
              cell: ({ share }) => formatShare(share, 1, language),
            },
            {
              key: 'time',
              title: t(($) => $.curves.state_time),
              align: 'end',
              cell: ({ ms }) => formatDuration(ms, language),
            },
          ]}
        />
      </div>
    </div>
  )
}
