import { BLOCKS_NEAR, BUS_LOAD_MAX, type PollFigures } from '@heatfleet/contract/products/poll-figures.ts'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import css from './products.module.css'

/** What the poll plan of the draft costs on the bus, shown before it is published; what is too much is marked. */
export function PollFiguresList({ figures }: { figures: PollFigures }) {
  const t = useMessages('products')
  const lang = useLanguage()
  const { blocks, blocks_max, slaves, registers, unnamed, gaps, periods, load } = figures
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, lang)
  const marked = (is_much: boolean, value: ReactNode) => (is_much ? <b className={css.warning}>{value}</b> : value)
  return (
    <section aria-label={t(($) => $.poll_figures.title)}>
      <Facts
        least_px={170}
        items={[
          {
            label: t(($) => $.poll_figures.blocks),
            value: marked(blocks > blocks_max * BLOCKS_NEAR, `${number(blocks)} / ${number(blocks_max)}`),
          },
          {
            label: t(($) => $.poll_figures.registers),
            value: t(($) => $.poll_figures.registers_unnamed, { registers, unnamed }),
          },
          {
            label: t(($) => $.poll_figures.load),
            value: marked(load > BUS_LOAD_MAX, `${number(load * 100, 1)} %`),
          },
          { label: t(($) => $.poll_figures.slaves), value: slaves.join(', ') },
          {
            label: t(($) => $.poll_figures.periods),
            wide: true,
            value: periods
              .map(({ period_s, bus_ms }) =>
                t(($) => $.poll_figures.period, { period_s, bus_s: number(bus_ms / 1000, 1) }),
              )
              .join(' · '),
          },
          ...(gaps.length === 0
            ? []
            : [
                {
                  label: t(($) => $.poll_figures.gaps),
                  wide: true,
                  value: marked(
                    true,
                    gaps
                      .slice(0, GAPS_SHOWN)
                      .map(({ slave, fn, start, quantity }) => `${slave}/0${fn} ${start}–${start + quantity - 1}`)
                      .join(', ') + (gaps.length > GAPS_SHOWN ? ` … (${number(gaps.length)})` : ''),
                  ),
                },
              ]),
        ]}
      />
    </section>
  )
}

/** More are counted. */
const GAPS_SHOWN = 8
