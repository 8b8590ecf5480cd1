/** Saturation pressure of water vapour over a surface of that temperature, Pa (Magnus formula, domain 6 "Frost"). */
function vapourPressure(t_c: number): number {
  return 610.94 * Math.exp((17.625 * t_c) / (t_c + 243.04))
}

/** Water in air, kg per kg dry air, at a temperature and a relative humidity 0..1 (domain 6 "Frost"). */
export function humidityRatio(t_c: number, humidity: number): number {
  const pressure = humidity * vapourPressure(t_c)
  return (0.622 * pressure) / (101_325 - pressure)
}

/** Saturated air holds so many parts more for each kelvin, around freezing. */
const SATURATION_PER_K = 0.071

/** A place warmer than its weather station has the station's relative humidity, not its water: factor of the humidity ratio. */
export function saturationGrowth(warmer_k: number): number {
  return Math.exp(SATURATION_PER_K * warmer_k)
}
