import type { Country } from './demo-locations.ts'
import type { DemoPlan, PlannedDistributor, PlannedUnit } from './plan.ts'

/** An app user of the demo. */
export type PlannedPerson = {
  email: string
  phone: string | null
  nick_name: string
  language: 'zh' | 'pl' | 'de' | 'en'
  country: Country
  region_text: string
  /** Which of the two apps of the demo. */
  app: DemoApp
  phone_model: string
}

/** A household: the owner of the device, and family members with shared access. */
export type PlannedHousehold = { mac: string; owner: PlannedPerson; family: PlannedPerson[]; marks: string[] }

/** The apps of the demo: a general one, and a mini program of a messenger used in China. */
export const DEMO_APPS = {
  home: {
    app_name: 'Heatfleet Home',
    english_name: 'Heatfleet Home',
    platforms: ['ios', 'android'],
    package_name: 'com.example.heatfleet.home',
    enterprise: 'Heatfleet',
  },
  mini: {
    app_name: '暖居',
    english_name: 'Heatfleet Mini',
    platforms: ['wechat'],
    package_name: 'com.example.heatfleet.mini',
    enterprise: 'Heatfleet',
  },
} as const
export type DemoApp = keyof typeof DEMO_APPS

/** Two of three households have an owner who uses the app. */
const OWNED_OF_THREE = 2
const SHARED_EVERY = 5
const FAMILY_OF_TWO_EVERY = 15
const MARKED_EVERY = 17
const MARKS = [['vip'], ['special_care'], ['test']] as const

/** Phone numbers reserved for fiction, and a well-known example in China. */
const PHONES: Partial<Record<Country, (at: number) => string>> = {
  CN: (at) => `1380013${String(8_000 + at).padStart(4, '0')}`,
  DE: (at) => `+4917139200${String(at % 100).padStart(2, '0')}`,
}
const LANGUAGES = { CN: 'zh', PL: 'pl', DE: 'de' } as const satisfies Record<Country, PlannedPerson['language']>
const FAMILY: Record<PlannedPerson['language'], readonly string[]> = {
  zh: ['小雨', '阿明', '乐乐', '晓燕'],
  pl: ['Zosia', 'Kuba', 'Ola', 'Michał'],
  de: ['Lena', 'Paul', 'Mia', 'Jonas'],
  en: ['Emma', 'Jack', 'Olivia', 'Harry'],
}
const PHONE_MODELS = ['iPhone 16', 'Xiaomi 15', 'HUAWEI Mate 70', 'Galaxy S25', 'Pixel 9'] as const
const ENGLISH_HOUSE = /^(Maple|River|The |Hillside|Oak|Meadow|Garden|Pine)/

/** Households by device, deterministic for a plan. Only powered devices have an owner. */
export const planHouseholds = ({ units, distributors }: DemoPlan): PlannedHousehold[] =>
  units.flatMap((unit, at) => {
    const distributor = distributors[unit.distributor]
    if (at % 3 >= OWNED_OF_THREE || unit.state !== 'live' || distributor === undefined) return []
    const family = at % FAMILY_OF_TWO_EVERY === 0 ? 2 : at % SHARED_EVERY === 0 ? 1 : 0
    return [
      {
        mac: unit.mac,
        owner: ownerOf(unit, distributor, at),
        family: Array.from({ length: family }, (_, member) => memberOf(unit, distributor, at, member)),
        marks: at % MARKED_EVERY === 0 ? [...(MARKS[(at / MARKED_EVERY) % MARKS.length] ?? [])] : [],
      },
    ]
  })

const languageOf = (unit: PlannedUnit, country: Country): PlannedPerson['language'] =>
  ENGLISH_HOUSE.test(unit.device_name) ? 'en' : LANGUAGES[country]

const ownerOf = (unit: PlannedUnit, { place, country }: PlannedDistributor, at: number): PlannedPerson => {
  const language = languageOf(unit, country)
  const families = { zh: unit.owner, pl: `Rodzina ${unit.owner}`, de: `Familie ${unit.owner}`, en: englishName(unit) }
  return {
    email: `owner-${at + 1}@example.com`,
    // Equal numbers would be one user; the reserved German range has a hundred.
    phone: country === 'DE' && at >= 100 ? null : (PHONES[country]?.(at) ?? null),
    nick_name: families[language],
    language,
    country,
    region_text: regionOf(place.address),
    app: country === 'CN' && at % 2 === 0 ? 'mini' : 'home',
    phone_model: PHONE_MODELS[at % PHONE_MODELS.length] ?? PHONE_MODELS[0],
  }
}

const memberOf = (unit: PlannedUnit, from: PlannedDistributor, at: number, member: number): PlannedPerson => {
  const owner = ownerOf(unit, from, at)
  const names = FAMILY[owner.language]
  return {
    ...owner,
    email: `family-${at + 1}-${member + 1}@example.com`,
    phone: null,
    nick_name: names[(at + member) % names.length] ?? '',
    phone_model: PHONE_MODELS[(at + member + 1) % PHONE_MODELS.length] ?? PHONE_MODELS[0],
  }
}

const englishName = ({ device_name }: PlannedUnit): string => device_name.split(',')[0] ?? device_name

/** The town or county of a distributor's address: what stands before the street, or after the postal code. */
const regionOf = (address: string): string =>
  /^[\u4e00-\u9fff]/.test(address)
    ? (/^.*?[市].*?[区县市]/.exec(address)?.[0] ?? address)
    : (address.split(', ').at(-1) ?? address).replace(/^[\d-]+ /, '')
