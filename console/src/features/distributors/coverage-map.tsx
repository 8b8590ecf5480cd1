import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'
import { isLongName, PROVINCE_PLACES, shortName } from '../../ui/province-places.ts'
import css from './coverage-map.module.css'
import type { ProvinceRow } from './coverage-rows.ts'

type MapProps = { rows: readonly ProvinceRow[]; onRegion: (region_code: string) => void }

/** The provinces of China as tiles where they lie, the fuller the more of their cities are covered; each leads to its distributors. */
export const CoverageMap = ({ rows, onRegion }: MapProps) => {
  const t = useMessages('distributors')
  const lang = useLanguage()
  return (
    <ul className={css.map} aria-label={t(($) => $.coverage.title)}>
      {rows.map(({ code, name, cities, covered, distributors, devices }) => {
        const [column, row] = PROVINCE_PLACES[code] ?? [0, 0]
        const of = t(($) => $.coverage.of, { covered, all: cities.length })
        const said = [
          t(($) => $.coverage.covered, { name, cities: of }),
          `${t(($) => $.coverage.distributors)} ${formatNumber(distributors, 0, lang)}`,
          `${t(($) => $.columns.device_count)} ${formatNumber(devices, 0, lang)}`,
        ].join(' · ')
        const full = cities.length === 0 ? 0 : covered / cities.length
        return (
          <li key={code} style={{ gridColumn: column + 1, gridRow: row + 1 }}>
            <button
              type="button"
              title={said}
              data-seated={distributors > 0 || undefined}
              onClick={() => onRegion(code)}
            >
              <i aria-hidden="true" style={{ blockSize: `${full * 100}%` }} />
              <span className="hf-hidden">{said}</span>
              <b aria-hidden="true" data-long={isLongName(name) || undefined}>
                {shortName(name)}
              </b>
              <span aria-hidden="true">{`${covered}/${cities.length}`}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
