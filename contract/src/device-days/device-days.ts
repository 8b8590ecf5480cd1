/** How the heat of a day was found: from water flow and temperature difference, or from counters of the board. */
export const HEAT_METHODS = ['flow', 'meter'] as const
export type HeatMethod = (typeof HEAT_METHODS)[number]

/** How the electricity of a day was found: from counters or a power meter, or from voltage and current. */
export const ELECTRICITY_METHODS = ['meter', 'estimated'] as const
export type ElectricityMethod = (typeof ELECTRICITY_METHODS)[number]
