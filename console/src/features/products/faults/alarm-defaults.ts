import type { FaultCode } from '@heatfleet/contract/fault-codes.ts'
import type { DataPoint } from '@heatfleet/contract/points.ts'
import type { AlarmDefault } from '@heatfleet/contract/product-settings.ts'

/** How a fault point weighs: as was said of it, else as the knowledge base has it, else as a fault; at once. */
export const alarmDefaultOf = (
  defaults: readonly AlarmDefault[],
  { key }: DataPoint,
  known: FaultCode | null,
): AlarmDefault =>
  defaults.find((one) => one.key === key) ?? { key, severity: known?.severity ?? 'fault', enabled: true, delay_s: 0 }

/** The defaults with one of them said anew, in its place. */
export const withAlarmDefault = (defaults: readonly AlarmDefault[], rule: AlarmDefault): AlarmDefault[] =>
  defaults.some(({ key }) => key === rule.key)
    ? defaults.map((one) => (one.key === rule.key ? rule : one))
    : [...defaults, rule]
