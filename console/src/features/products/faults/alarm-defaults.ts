import type { AlarmDefault } from '@heatfleet/contract/products/settings.ts'

/** The defaults with one of them said anew, in its place. */
export const withAlarmDefault = (defaults: readonly AlarmDefault[], rule: AlarmDefault): AlarmDefault[] =>
  defaults.some(({ key }) => key === rule.key)
    ? defaults.map((one) => (one.key === rule.key ? rule : one))
    : [...defaults, rule]
