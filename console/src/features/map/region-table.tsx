import type { api } from '@heatfleet/contract/api.ts'
import type { MapRegion } from '@heatfleet/contract/map/map.ts'
import type { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { countryName } from '../../ui/countries.ts'
import { formatNumber } from '../../ui/format.ts'
import { PinIcon } from '../../ui/icons.tsx'
import type { RegionFill } from '../../ui/map/map-style.ts'
import { useRegionName } from '../../ui/region-names.ts'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import css from './map.module.css'
import type { Layer } from './map-list.tsx'

type RegionLayer = Extract<Layer, 'count' | 'online' | 'alarm'>

const figureOf = (layer: RegionLayer, { count, online, alarm }: MapRegion): number =>
  layer === 'count' ? count : (layer === 'online' ? online : alarm) / Math.max(1, count)

/** How full each region is drawn: the least is 0, the most is 1. */
export const regionFills = (layer: RegionLayer, regions: readonly MapRegion[]): RegionFill[] => {
  const placed = regions.filter(({ code }) => code !== '')
  const figures = placed.map((region) => figureOf(layer, region))
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  return placed.map(({ code }, at) => {
    const figure = figures[at] ?? 0
    return { code, share: most === least ? 1 : (figure - least) / (most - least) }
  })
}

type Read = ReturnType<typeof useRead<typeof api.mapRegions>>

/** The regions as a table: the same figures as the map, in numbers. */
export function RegionTable({ layer, read: { data, error, refetch } }: { layer: RegionLayer; read: Read }) {
  const t = useMessages('map')
  const lang = useLanguage()
  const regionName = useRegionName()
  const nameOf = (code: string) => (/^\d/.test(code) ? regionName(code) : countryName(code, lang))
  const rows = (data ?? []).toSorted((a, b) => figureOf(layer, b) - figureOf(layer, a))
  return (
    <aside className={css.side} aria-label={t(($) => $.list.regions)}>
      <div className={css.rows}>
        {data === undefined &&
          (error === null ? <Loading /> : <ErrorState error={error} needs="map:view" onRetry={() => void refetch()} />)}
        {data?.length === 0 && <NeverAny icon={PinIcon} title={t(($) => $.list.none_in_view)} />}
        {rows.length > 0 && (
          <table className={css.regions}>
            <caption>{t(($) => $.regions.note)}</caption>
            <thead>
              <tr>
                <th scope="col">{t(($) => $.regions.region)}</th>
                <th scope="col">{t(($) => $.regions.count)}</th>
                <th scope="col">{t(($) => $.regions.online)}</th>
                <th scope="col">{t(($) => $.regions.alarm)}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((region) => (
                <tr key={region.code}>
                  <th scope="row">{region.code === '' ? t(($) => $.regions.stock) : nameOf(region.code)}</th>
                  <td>{formatNumber(region.count, 0, lang)}</td>
                  <td>{percent(region.online / region.count, lang)}</td>
                  <td>{percent(region.alarm / region.count, lang)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <div className={css.legend}>
        <i aria-hidden="true" />
        {t(($) => $.regions.legend)}
      </div>
    </aside>
  )
}

const percent = (share: number, lang: Parameters<typeof formatNumber>[2]): string =>
  `${formatNumber(share * 100, 1, lang)} %`
