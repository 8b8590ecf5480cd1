/** What CO₂ avoided is computed with. */
export type Co2Factors = {
  /** Of the heating that the heat pumps took the place of, g for one kWh of heat. */
  heat_g: number
  /** Of the electricity that they take, g for one kWh. */
  grid_g: number
  /** Where both come from; empty = those of the console. */
  source: string
}

/**
 * Natural gas by the IPCC guidelines of 2006 (56.1 kg/GJ = 202 g/kWh) in a boiler of 90 %; the average grid of China in 2022 as its
 * Ministry of Ecology and Environment published it (0.5366 kg/kWh).
 */
export const CO2_AT_FIRST: Co2Factors = { heat_g: 224, grid_g: 537, source: '' }
/** Above that of lignite in an old boiler and of any grid, g/kWh. */
export const CO2_G_MAX = 2_000
export const CO2_SOURCE_MAX = 120

/** CO₂ that the replaced heating would have caused beyond that of the electricity, kg; negative where the electricity causes more. Pure. */
export const co2AvoidedKg = (heat_kwh: number, electricity_kwh: number, { heat_g, grid_g }: Co2Factors): number =>
  (heat_kwh * heat_g - electricity_kwh * grid_g) / 1_000

/** Reads the factors of an address; what is not understood is as at first. Pure. */
export const readCo2 = (query: URLSearchParams): Co2Factors => {
  const [heat_g = Number.NaN, grid_g = Number.NaN, ...more] = (query.get('co2') ?? '').split(',').map(Number)
  const is_valid = more.length === 0 && [heat_g, grid_g].every((g) => Number.isInteger(g) && g >= 0 && g <= CO2_G_MAX)
  const source = (query.get('co2_source') ?? '').slice(0, CO2_SOURCE_MAX)
  return is_valid ? { heat_g, grid_g, source } : CO2_AT_FIRST
}

/** Writes factors other than the first ones. Pure. */
export const writeCo2 = (query: URLSearchParams, { heat_g, grid_g, source }: Co2Factors): void => {
  if (heat_g === CO2_AT_FIRST.heat_g && grid_g === CO2_AT_FIRST.grid_g && source === '') return
  query.set('co2', `${heat_g},${grid_g}`)
  if (source !== '') query.set('co2_source', source)
}
