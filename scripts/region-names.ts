import { pinyin } from 'pinyin-pro'
import { KINDS, type Pattern, WHOLE_NAMES } from './region-kinds.ts'
import { NAME_EXCEPTIONS, PEOPLES, PROVINCES } from './region-name-exceptions.ts'

const ABOVE_KIND = /(维吾尔|壮族|回族)?(自治区|特别行政区|省|市|地区|盟)$/
/** Names of development zones begin with names of the province and city they are in, each a word. */
const ZONE = /(开发|园|示范|管理)区$|新区$/
const NEW_AREA = '新区'

/** The Latin names of all regions, by code, from the Chinese ones. */
export const latinNamesOf = (chinese: Readonly<Record<string, string>>): Record<string, Pattern> => {
  const above = Object.entries(chinese)
    .filter(([code]) => code.endsWith('00'))
    .map(([, name]) => name.replace(ABOVE_KIND, ''))
    .filter((name) => name.length > 1)
  return Object.fromEntries(
    Object.entries(chinese).map(([code, name]) => {
      // A municipality and its one city are the same: 北京市.
      const province = `${code.slice(0, 2)}0000`
      return [code, latinNameOf(chinese[province] === name ? province : code, name, above)]
    }),
  )
}

const latinNameOf = (code: string, name: string, above: readonly string[]): Pattern => {
  if (code.endsWith('0000')) {
    const [en, pl] = PROVINCES[code] ?? [spelled(name, name.replace(ABOVE_KIND, ''))]
    return [en, pl ?? en]
  }
  const whole = WHOLE_NAMES[name]
  if (whole !== undefined && NAME_EXCEPTIONS[code] === undefined) return whole
  const kind = KINDS.find(
    ([ending]) =>
      name.endsWith(ending) && name.length > ending.length && (ending !== NEW_AREA || name.length > ending.length + 1),
  )
  const [ending, en, pl]: readonly [string, string, string] = kind ?? ['', '%', '%']
  const { base, peoples } = withoutPeoples(name.slice(0, name.length - ending.length), en.includes('&'))
  const latin =
    NAME_EXCEPTIONS[code] ?? NAME_EXCEPTIONS[base] ?? (ZONE.test(name) ? words(name, base, above) : spelled(name, base))
  return [en.replace('%', latin).replace('&', peoples), pl.replace('%', latin)]
}

const withoutPeoples = (name: string, has_peoples: boolean): { base: string; peoples: string } => {
  let base = name
  let peoples = ''
  for (let again = has_peoples; again; ) {
    // The longest first: 蒙古族 before 蒙古.
    const people = Object.keys(PEOPLES)
      .toSorted((a, b) => b.length - a.length)
      .find((one) => base.endsWith(one) && base.length > one.length)
    again = people !== undefined
    if (people === undefined) continue
    base = base.slice(0, -people.length)
    peoples = ` ${PEOPLES[people]}${peoples === '' ? '' : ' and'}${peoples}`
  }
  return { base, peoples: peoples.replace(/ and(?=.* and)/g, ',') }
}

/** `河北唐山海港` -> `Hebei Tangshan Haigang`. */
const words = (name: string, base: string, above: readonly string[]): string => {
  const first = above.find((one) => base.startsWith(one))
  if (first === undefined) return base === '' ? '' : spelled(name, base)
  const after = base.slice(first.length).replace(/^市/, '')
  return [NAME_EXCEPTIONS[first] ?? spelled(first, first), words(after, after, above)].filter(Boolean).join(' ')
}

/** The pinyin of the beginning of a name, without tones, read in the whole name: `西安` -> `Xi'an`. */
const spelled = (whole: string, base: string): string => {
  const start = whole.indexOf(base)
  const read = pinyin(whole, { toneType: 'none', type: 'array' })
  const text = read
    .slice(start, start + base.length)
    // 都 is `du` in names of places, where the library reads `dou`.
    .map((syllable, at) => (whole[start + at] === '都' ? 'du' : syllable))
    .map((syllable, at) => (at > 0 && /^[aeo]/.test(syllable) ? `'${syllable}` : syllable))
    .join('')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
