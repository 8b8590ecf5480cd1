import type { MapTiles } from '@heatfleet/contract/map/map.ts'
import type {
  ExpressionFilterSpecification,
  ExpressionSpecification,
  FillLayerSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { Language } from '../../messages/language-code.ts'
import { COLOURS, type Theme } from '../theme.ts'

/** What a map is drawn with beside what lies on it. */
export type MapLook = {
  theme: Theme
  lang: Language
  tiles: MapTiles | null
  outlines_url: string
  /** Main places, drawn with the outlines. */
  places_url: string
}

/** Water and land, beside the colours of the console. */
const GROUND = {
  light: { water: '#dfe7ef', land: '#f7f8fa' },
  dark: { water: '#0a0f15', land: '#19212c' },
} as const

/** Zooms up to which countries are named, and from which provinces are. */
const COUNTRIES_MAX = 5
const PROVINCES_MIN = 3.6
const PROVINCES_MAX = 7.5
const LABEL_PX = 11
/** Deepest tiles that services have. */
const TILES_MAX = 18

/** Zooms from which places of a rank are named, the largest places first. */
const PLACES_MIN = [4.2, 5.4, 6.6, 7.6] as const
const PLACE_PX = 2

const SOURCES = { outlines: 'outlines', places: 'places', tiles: 'tiles', heat: 'heat' } as const

const kindIs = (...kinds: string[]): ExpressionFilterSpecification => ['in', ['get', 'kind'], ['literal', kinds]]

/**
 * The style of the map: outlines, over them the tiles where a service is set (where it fails, the outlines stay), then
 * regions and density.
 */
export const mapStyle = (
  { theme, lang, tiles, outlines_url, places_url }: MapLook,
  regions: readonly RegionFill[],
  heat: readonly HeatPoint[],
): StyleSpecification => {
  const { ink, 'ink-3': weak, 'line-strong': border, line, hot, warm, acc } = COLOURS[theme]
  const { water, land } = GROUND[theme]
  const label = (
    id: string,
    kind: 'country_name' | 'province_name',
    zooms: { minzoom?: number; maxzoom?: number },
  ): LayerSpecification => ({
    id,
    type: 'symbol',
    source: SOURCES.outlines,
    filter: kindIs(kind),
    ...zooms,
    layout: {
      'text-field': ['get', `name_${lang}`],
      // Without glyphs of its own the map writes with the fonts of the computer.
      'text-font': ['sans-serif'],
      'text-size': LABEL_PX,
      'text-max-width': 7,
    },
    paint: { 'text-color': kind === 'country_name' ? weak : ink, 'text-halo-color': land, 'text-halo-width': 1.2 },
  })
  return {
    version: 8,
    sources: {
      [SOURCES.outlines]: { type: 'geojson', data: outlines_url, tolerance: 0.3 },
      ...(tiles === null ? { [SOURCES.places]: { type: 'geojson', data: places_url } } : {}),
      [SOURCES.heat]: { type: 'geojson', data: heatPoints(heat) },
      ...(tiles === null
        ? {}
        : { [SOURCES.tiles]: { type: 'raster', tiles: [tiles.url], tileSize: 256, maxzoom: TILES_MAX } }),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      {
        id: 'land',
        type: 'fill',
        source: SOURCES.outlines,
        filter: kindIs('country', 'province'),
        paint: { 'fill-color': land },
      },
      ...(tiles === null ? [] : [{ id: 'tiles', type: 'raster', source: SOURCES.tiles } as const]),
      {
        id: 'regions',
        type: 'fill',
        source: SOURCES.outlines,
        ...regionPaint(regions, theme),
      },
      {
        id: 'provinces',
        type: 'line',
        source: SOURCES.outlines,
        filter: kindIs('province'),
        layout: { visibility: tiles === null ? 'visible' : 'none' },
        paint: { 'line-color': line, 'line-width': 1 },
      },
      {
        id: 'countries',
        type: 'line',
        source: SOURCES.outlines,
        filter: kindIs('country'),
        layout: { visibility: tiles === null ? 'visible' : 'none' },
        paint: { 'line-color': border, 'line-width': 0.8, 'line-opacity': 0.7 },
      },
      {
        id: 'heat',
        type: 'heatmap',
        source: SOURCES.heat,
        paint: {
          'heatmap-weight': ['get', 'weight'],
          'heatmap-radius': 32,
          'heatmap-opacity': 0.8,
          'heatmap-color': [
            'interpolate',
            ['linear'],
            ['heatmap-density'],
            0,
            'rgba(0,0,0,0)',
            0.15,
            acc,
            0.5,
            warm,
            1,
            hot,
          ],
        },
      },
      ...(tiles === null
        ? [
            label('country names', 'country_name', { maxzoom: COUNTRIES_MAX }),
            label('province names', 'province_name', { minzoom: PROVINCES_MIN, maxzoom: PROVINCES_MAX }),
            ...PLACES_MIN.flatMap((minzoom, at) => placesOf(at + 1, minzoom, { lang, ink: weak, land })),
          ]
        : []),
    ],
  }
}

/** Places of a rank: a dot and the name. */
const placesOf = (
  rank: number,
  minzoom: number,
  { lang, ink, land }: { lang: Language; ink: string; land: string },
): LayerSpecification[] => {
  const of = {
    source: SOURCES.places,
    filter: ['==', ['get', 'rank'], rank] satisfies ExpressionFilterSpecification,
    minzoom,
  }
  return [
    { id: `places ${rank}`, type: 'circle', ...of, paint: { 'circle-radius': PLACE_PX, 'circle-color': ink } },
    {
      id: `place names ${rank}`,
      type: 'symbol',
      ...of,
      layout: {
        'text-field': ['coalesce', ['get', `name_${lang}`], ['get', 'name']],
        'text-font': ['sans-serif'],
        'text-size': LABEL_PX,
        'text-anchor': 'top',
        'text-offset': [0, 0.3],
      },
      paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 1.2 },
    },
  ]
}

/** A region and the share of the accent it is filled with, 0..1. */
export type RegionFill = { code: string; share: number }
export type HeatPoint = { lat: number; lon: number; count: number }

/** The colours from the least to the most. */
const SHADES = { light: ['#dbe7fb', '#0b4bb8'], dark: ['#1d2c45', '#7db0ff'] } as const

const regionPaint = (fills: readonly RegionFill[], theme: Theme): Pick<FillLayerSpecification, 'filter' | 'paint'> => {
  const [first, ...others] = fills
  if (first === undefined) return { filter: kindIs('none'), paint: {} }
  const [from, to] = SHADES[theme]
  const share: ExpressionSpecification = [
    'match',
    ['get', 'code'],
    first.code,
    first.share,
    ...others.flatMap(({ code, share }) => [code, share] as const),
    0,
  ]
  return {
    filter: ['all', kindIs('country', 'province'), ['in', ['get', 'code'], ['literal', fills.map(({ code }) => code)]]],
    paint: { 'fill-color': ['interpolate', ['linear'], share, 0, from, 1, to], 'fill-opacity': 0.75 },
  }
}

/** The fullest point weighs 1. */
const heatPoints = (points: readonly HeatPoint[]) => {
  const most = Math.max(1, ...points.map(({ count }) => count))
  return {
    type: 'FeatureCollection' as const,
    features: points.map(({ lat, lon, count }) => ({
      type: 'Feature' as const,
      properties: { weight: Math.sqrt(count / most) },
      geometry: { type: 'Point' as const, coordinates: [lon, lat] },
    })),
  }
}
