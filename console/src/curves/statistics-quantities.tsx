import { Fragment, useId, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import { formatShare } from '../ui/format.ts'
import { ChevronRightIcon } from '../ui/icons.tsx'
import { DistributionBars } from './distribution-bars.tsx'
import { DistributionFigure } from './distribution-figure.tsx'
import type { FigureRow } from './figure-row.ts'
import type { SeriesStyle } from './series-style.ts'
import css from './statistics.module.css'
import { Swatch } from './swatch.tsx'

type QuantityProps = {
  rows: readonly FigureRow<'quantity'>[]
  styles_by_key: ReadonlyMap<string, SeriesStyle>
  period_ms: number
}

/**
 * Extremes, average, median and distribution of each quantity; the distribution is small in its row and large when
 * expanded.
 */
export const QuantityFigures = ({ rows, styles_by_key, period_ms }: QuantityProps) => {
  const t = useMessages('history')
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label={t(($) => $.curves.quantities)}>
      <table className={css.statistics}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.curves.point)}</th>
            <th scope="col">{t(($) => $.curves.distribution)}</th>
            <th scope="col">{t(($) => $.curves.minimum)}</th>
            <th scope="col">{t(($) => $.curves.median)}</th>
            <th scope="col">{t(($) => $.curves.average)}</th>
            <th scope="col">{t(($) => $.curves.maximum)}</th>
            <th scope="col">{t(($) => $.curves.last)}</th>
            <th scope="col">{t(($) => $.curves.known_share)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <QuantityRow key={row.point.key} row={row} style={styles_by_key.get(row.point.key)} period_ms={period_ms} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = { row: FigureRow<'quantity'>; style: SeriesStyle | undefined; period_ms: number }

const QuantityRow = ({ row: { point, figures }, style, period_ms }: RowProps) => {
  const { nameOf, inline, language } = usePointText()
  const [is_open, setOpen] = useState(false)
  const id = useId()
  const is_known = figures.known_ms > 0
  return (
    <Fragment>
      <tr data-open={is_open || undefined}>
        <th scope="row">
          <button
            type="button"
            className={css.open}
            aria-expanded={is_open}
            aria-controls={id}
            disabled={!is_known}
            onClick={() => setOpen(!is_open)}
          >
            <ChevronRightIcon size={14} />
            <Swatch style={style} />
            {nameOf(point)}
          </button>
        </th>
        <td>{is_known && <DistributionBars point={point} distribution={figures.distribution} style={style} />}</td>
        <td>{inline(point, figures.min)}</td>
        <td>{inline(point, figures.median)}</td>
        <td>{inline(point, figures.average)}</td>
        <td>{inline(point, figures.max)}</td>
        <td>
          <b>{inline(point, figures.last)}</b>
        </td>
        <td>{formatShare(figures.known_ms, period_ms, language)}</td>
      </tr>
      {is_open && (
        <tr id={id}>
          <td colSpan={8} className={css.detail}>
            <DistributionFigure point={point} distribution={figures.distribution} style={style} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}
