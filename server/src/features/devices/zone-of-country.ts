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

const clockOf = (timeZone: string): string => {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return `${format.format(MIDWINTER)} ${format.format(MIDSUMMER)}`
}
