/** Countries with one legal time but several IANA zones. */
const LEGAL: Readonly<Record<string, string>> = { CN: 'Asia/Shanghai' }
/** Zones with equal winter and summer time are equivalent. */
const MIDWINTER = new Date('2025-01-01T12:00:00Z')
const MIDSUMMER = new Date('2025-07-01T12:00:00Z')

/** The time zone of a country (ISO 3166-1 alpha-2), IANA name; null when the country has several. */
export const zoneOfCountry = (country: string): string | null => {
  const legal = LEGAL[country]
  if (legal !== undefined) return legal
  const zones = new Intl.Locale('und', { region: country }).getTimeZones() ?? []
  return new Set(zones.map(clockOf)).size === 1 ? (zones[0] ?? null) : null
}

/** The time zone of a unit, IANA name: its country's, or where that has several the hours of its longitude; else UTC. */
export const zoneOfUnit = (country_zone: string | null, country: string | null, lon: number | null): string => {
  if (country_zone !== null) return country_zone
  if (country === null || lon === null) return 'UTC'
  // Names of this form count westward.
  const hours = -Math.round(lon / 15)
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : ''}${hours}`
}

const country_zones = new Map<string, string | null>()

/** The time zone of a unit; countries are looked up once. */
export const zoneAt = (country: string | null, lon: number | null): string => {
  if (country === null) return zoneOfUnit(null, country, lon)
  const known = country_zones.get(country)
  const zone = known === undefined ? zoneOfCountry(country) : known
  country_zones.set(country, zone)
  return zoneOfUnit(zone, country, lon)
}

const clockOf = (timeZone: string): string => {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return `${format.format(MIDWINTER)} ${format.format(MIDSUMMER)}`
}
