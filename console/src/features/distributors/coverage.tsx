import { api } from '@heatfleet/contract/api.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { useRegions } from '../../ui/region-names.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { CoverageAbroad } from './coverage-abroad.tsx'
import map from './coverage-map.module.css'
import { CoverageMap } from './coverage-map.tsx'
import { countryRows, coverageRows } from './coverage-rows.ts'
import css from './distributors.module.css'

const STATES = ['seated', 'sold', 'gap'] as const

type CoverageProps = { onRegion: (region_code: string) => void; onCountry: (country: string) => void }

/** The provinces of China on a map and city by city: where distributors sit, where they may sell, and the gaps; and who is abroad. */
export const Coverage = ({ onRegion, onCountry }: CoverageProps) => {
  const t = useMessages('distributors')
  const lang = useLanguage()
  const { data, error, refetch } = useRead(api.agentCoverage)
  const regions = useRegions()
  const rows = useMemo(() => (data === undefined ? [] : coverageRows(regions, data)), [regions, data])
  const abroad = useMemo(() => (data === undefined ? [] : countryRows(data)), [data])
  if (data === undefined)
    return (
      <Panel title={t(($) => $.coverage.title)} className={css.coverage}>
        {error === null ? (
          <Loading rows={12} />
        ) : (
          <ErrorState error={error} needs="agent:view" onRetry={() => void refetch()} />
        )}
      </Panel>
    )
  const legend = (
    <span className={css.legend}>
      {STATES.map((state) => (
        <span key={state}>
          <ul className={css.cells} aria-hidden="true">
            <li data-state={state} />
          </ul>
          {t(($) => $.coverage[state])}
        </span>
      ))}
    </span>
  )
  return (
    <Panel title={t(($) => $.coverage.title)} note={legend} className={css.coverage}>
      <div className={map.parts}>
        <CoverageMap rows={rows} onRegion={onRegion} />
        {abroad.length > 0 && (
          <section className={map.abroad}>
            <h3>{t(($) => $.coverage.abroad)}</h3>
            <CoverageAbroad rows={abroad} onCountry={onCountry} />
          </section>
        )}
      </div>
      <table aria-label={t(($) => $.coverage.each)}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.coverage.province)}</th>
            <th scope="col" className={css.number}>
              {t(($) => $.coverage.distributors)}
            </th>
            <th scope="col" className={css.number}>
              {t(($) => $.columns.device_count)}
            </th>
            <th scope="col" className={css.number}>
              {t(($) => $.coverage.cities)}
            </th>
            <th scope="col">{t(($) => $.coverage.each)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <td>
                <Button kind="link" size="small" onClick={() => onRegion(row.code)}>
                  {row.name}
                </Button>
              </td>
              <td className={css.number}>{formatNumber(row.distributors, 0, lang)}</td>
              <td className={css.number}>{formatNumber(row.devices, 0, lang)}</td>
              <td className={css.number}>
                {t(($) => $.coverage.of, { covered: row.covered, all: row.cities.length })}
              </td>
              <td>
                <ul className={css.cells}>
                  {row.cities.map(({ code, name, state }) => (
                    <li key={code} data-state={state} title={`${name} · ${t(($) => $.coverage[state])}`}>
                      <span className="hf-hidden">{`${name}: ${t(($) => $.coverage[state])}`}</span>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
