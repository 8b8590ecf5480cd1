import { type DeviceDay, USES } from '@heatfleet/contract/device-days/device-days.ts'
import type { EnergyText } from './use-energy-text.ts'

/** The days as rows of a file: numbers unrounded and in kWh, minutes and °C, so that they can be calculated with. */
export const energyFile = (days: readonly DeviceDay[], { t }: Pick<EnergyText, 't'>): (string | number)[][] => {
  const titled = (name: string, unit: string) => t(($) => $.energy.columns.unit, { name, unit })
  const columns: [title: string, of: (day: DeviceDay) => string | number | null][] = [
    [t(($) => $.energy.day), ({ day }) => day],
    [
      titled(
        t(($) => $.energy.quality),
        '%',
      ),
      ({ quality }) => rounded(quality * 100),
    ],
    ...USES.map((use): (typeof columns)[number] => [
      titled(
        t(($) => $.energy.heat_of, { use: t(($) => $.energy.uses[use]) }),
        'kWh',
      ),
      (day) => day[`heat_${use}_kwh`],
    ]),
    [
      titled(
        t(($) => $.energy.heat),
        'kWh',
      ),
      ({ heat_kwh }) => heat_kwh,
    ],
    ...USES.map((use): (typeof columns)[number] => [
      titled(
        t(($) => $.energy.electricity_of, { use: t(($) => $.energy.uses[use]) }),
        'kWh',
      ),
      (day) => day[`electricity_${use}_kwh`],
    ]),
    [
      titled(
        t(($) => $.energy.electricity),
        'kWh',
      ),
      ({ electricity_kwh }) => electricity_kwh,
    ],
    [t(($) => $.energy.cop), ({ cop }) => cop],
    [t(($) => $.energy.starts), ({ starts }) => starts],
    [
      titled(
        t(($) => $.energy.run_hours),
        'min',
      ),
      ({ run_minutes }) => run_minutes,
    ],
    [
      titled(
        t(($) => $.energy.cycle),
        'min',
      ),
      ({ median_cycle_minutes }) => median_cycle_minutes,
    ],
    [t(($) => $.energy.defrosts), ({ defrosts }) => defrosts],
    [
      titled(
        t(($) => $.energy.defrost_minutes),
        'min',
      ),
      ({ defrost_minutes }) => defrost_minutes,
    ],
    [
      titled(
        t(($) => $.energy.heater_minutes),
        'min',
      ),
      ({ heater_minutes }) => heater_minutes,
    ],
    [
      titled(
        t(($) => $.energy.ambient),
        '°C',
      ),
      ({ mean_ambient_c }) => mean_ambient_c,
    ],
    [
      titled(
        t(($) => $.energy.flow),
        '°C',
      ),
      ({ mean_flow_c }) => mean_flow_c,
    ],
    [t(($) => $.energy.alarms), ({ alarms_raised }) => alarms_raised],
  ]
  return [
    columns.map(([title]) => title),
    ...days.map((day) =>
      columns.map(([, of]) => {
        const value = of(day)
        return value === null ? '' : typeof value === 'number' ? rounded(value) : value
      }),
    ),
  ]
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
