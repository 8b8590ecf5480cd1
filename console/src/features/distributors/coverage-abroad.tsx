import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { countryName } from '../../ui/countries.ts'
import { formatNumber } from '../../ui/format.ts'
import type { CountryRow } from './coverage-rows.ts'
import css from './distributors.module.css'

type AbroadProps = { rows: readonly CountryRow[]; onCountry: (country: string) => void }

/** Countries outside China with their distributors: no list says there what a gap would be. */
export const CoverageAbroad = ({ rows, onCountry }: AbroadProps) => {
  const t = useMessages('distributors')
  const lang = useLanguage()
  return (
    <table aria-label={t(($) => $.coverage.abroad)}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.coverage.country)}</th>
          <th scope="col" className={css.number}>
            {t(($) => $.coverage.distributors)}
          </th>
          <th scope="col" className={css.number}>
            {t(($) => $.columns.device_count)}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ country, distributors, devices }) => (
          <tr key={country}>
            <td>
              <Button kind="link" size="small" onClick={() => onCountry(country)}>
                {countryName(country, lang)}
              </Button>
            </td>
            <td className={css.number}>{formatNumber(distributors, 0, lang)}</td>
            <td className={css.number}>{formatNumber(devices, 0, lang)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
