import type { Country } from './demo-locations.ts'
import type { Random } from './random.ts'

const FAMILIES: Record<Country, readonly string[]> = {
  CN: [
    '王',
    '李',
    '张',
    '刘',
    '陈',
    '杨',
    '赵',
    '黄',
    '周',
    '吴',
    '徐',
    '孙',
    '胡',
    '朱',
    '高',
    '林',
    '何',
    '郭',
    '马',
    '沈',
  ],
  PL: [
    'Nowaków',
    'Kowalskich',
    'Wiśniewskich',
    'Wójcików',
    'Kamińskich',
    'Lewandowskich',
    'Zielińskich',
    'Szymańskich',
    'Woźniaków',
    'Dąbrowskich',
    'Mazurów',
    'Krawczyków',
    'Gąsieniców',
    'Pawlików',
    'Górskich',
  ],
  DE: [
    'Müller',
    'Schmidt',
    'Schneider',
    'Fischer',
    'Weber',
    'Wagner',
    'Becker',
    'Häberle',
    'Schäfer',
    'Koch',
    'Bauer',
    'Maier',
    'Klein',
    'Vogel',
    'Böhm',
  ],
}
const ENGLISH = [
  'Maple Cottage',
  'River View',
  'The Old Mill',
  'Hillside Lodge',
  'Oak Building',
  'Meadow Farm',
  'Garden Studio',
  'Pine Lodge',
]
const PUBLIC: Record<Country, readonly string[]> = {
  CN: ['社区服务中心', '幼儿园', '民宿', '镇卫生院'],
  PL: ['Przedszkole', 'Pensjonat', 'Ośrodek zdrowia', 'Remiza OSP'],
  DE: ['Kindergarten', 'Gasthof', 'Bürgerhaus', 'Vereinsheim'],
}
const ENGLISH_SHARE = 0.08
const PUBLIC_SHARE = 0.1

/** A building: device name shown to the owner, address, and the owner's app name. */
export type Building = { device_name: string; address: string; owner: string }

/** Draws a building named in the country's language; some have English names, some are public buildings. */
export const drawBuilding = (random: Random, country: Country, street: string): Building => {
  const number = random.whole(1, 128)
  const family = random.pick(FAMILIES[country])
  const address = country === 'CN' ? `${street}${number}号` : `${street} ${number}`
  const owner = country === 'CN' ? `${family}${random.pick(['先生', '女士'])}` : family
  const kind = random.next()
  if (kind < ENGLISH_SHARE) return { device_name: `${random.pick(ENGLISH)}, ${address}`, address, owner }
  if (kind < ENGLISH_SHARE + PUBLIC_SHARE)
    return { device_name: nameOf(country, random.pick(PUBLIC[country]), address), address, owner }
  return { device_name: HOUSE_NAMES[country](family, address), address, owner }
}

const nameOf = (country: Country, what: string, address: string): string =>
  country === 'CN' ? `${address} ${what}` : `${what}, ${address}`

const HOUSE_NAMES: Record<Country, (family: string, address: string) => string> = {
  CN: (family, address) => `${address} ${family}宅`,
  PL: (family, address) => `Dom ${family}, ${address}`,
  DE: (family, address) => `Haus ${family}, ${address}`,
}
