import type { api } from '@heatfleet/contract/api.ts'
import type { MapRegion, MapRegionHeat } from '@heatfleet/contract/map/map.ts'
import type { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { countryName } from '../../ui/countries.ts'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { PinIcon } from '../../ui/icons.tsx'
import type { RegionFill } from '../../ui/map/map-style.ts'
import { useRegionName } from '../../ui/region-names.ts'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import css from './map.module.css'
import type { Layer } from './map-list.tsx'

type RegionLayer = Exclude<Layer, 'clusters' | 'heat'>
/** Layers whose figures come from what units do. */
export const isOfHeat = (layer: Layer): layer is 'cop' | 'ambient' => layer === 'cop' || layer === 'ambient'

/** A region with what its units do, where that was asked for. */
type RegionRow = MapRegion & Partial<Pick<MapRegionHeat, 'cop' | 'ambient_c'>>

export const withHeat = (regions: readonly MapRegion[], heat: readonly MapRegionHeat[]): RegionRow[] => {
  const of = new Map(heat.map((row) => [row.code, row]))
  return regions.map((region) => {
    const { cop, ambient_c } = of.get(region.code) ?? {}
    return { ...region, cop: cop ?? null, ambient_c: ambient_c ?? null }
  })
}

const FIGURES: Readonly<Record<RegionLayer, (region: RegionRow) => number | null>> = {
  count: ({ count }) => count,
  online: ({ online, count }) => online / Math.max(1, count),
  alarm: ({ alarm, count }) => alarm / Math.max(1, count),
  cop: ({ cop }) => cop ?? null,
  ambient: ({ ambient_c }) => ambient_c ?? null,
}

/** How full each region is drawn: the least is 0, the most is 1; one whose figure is not known is not drawn. */
export const regionFills = (layer: RegionLayer, regions: readonly RegionRow[]): RegionFill[] => {
  const known = regions.flatMap((region) => {
    const figure = FIGURES[layer](region)
    return region.code === '' || figure === null ? [] : [{ code: region.code, figure }]
  })
  const figures = known.map(({ figure }) => figure)
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  return known.map(({ code, figure }) => ({ code, share: most === least ? 1 : (figure - least) / (most - least) }))
}

type Read = ReturnType<typeof useRead<typeof api.mapRegions>>

type RegionTableProps = { layer: RegionLayer; rows: readonly RegionRow[]; read: Read }

/** The regions as a table: the same figures as the map, in numbers. */
export function RegionTable({ layer, rows: regions, read: { data, error, refetch } }: RegionTableProps) {
  const t = useMessages('map')
  const lang = useLanguage()
  const regionName = useRegionName()
  const nameOf = (code: string) => (/^\d/.test(code) ? regionName(code) : countryName(code, lang))
  const number = (value: number | null | undefined, decimals: number) =>
    value === null || value === undefined ? UNKNOWN : formatNumber(value, decimals, lang)
  const figure = FIGURES[layer]
  const rows = regions.toSorted((a, b) => (figure(b) ?? -Infinity) - (figure(a) ?? -Infinity))
  const of_heat = isOfHeat(layer)
  return (
    <aside className={css.side} aria-label={t(($) => $.list.regions)}>
      <div className={css.rows}>
        {data === undefined &&
          (error === null ? <Loading /> : <ErrorState error={error} needs="map:view" onRetry={() => void refetch()} />)}
        {data?.length === 0 && <NeverAny icon={PinIcon} title={t(($) => $.list.none_in_view)} />}
        {rows.length > 0 && (
          <table className={css.regions}>
            <caption>{t(($) => $.regions[of_heat ? 'note_heat' : 'note'])}</caption>
            <thead>
              <tr>
                <th scope="col">{t(($) => $.regions.region)}</th>
                <th scope="col">{t(($) => $.regions.count)}</th>
                <th scope="col">{t(($) => $.regions[of_heat ? 'cop' : 'online'])}</th>
                <th scope="col">{t(($) => $.regions[of_heat ? 'ambient' : 'alarm'])}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((region) => (
                <tr key={region.code}>
                  <th scope="row">{region.code === '' ? t(($) => $.regions.stock) : nameOf(region.code)}</th>
                  <td>{formatNumber(region.count, 0, lang)}</td>
                  <td>{of_heat ? number(region.cop, 2) : percent(region.online / region.count, lang)}</td>
                  <td>{of_heat ? number(region.ambient_c, 1) : percent(region.alarm / region.count, lang)}</td>
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
