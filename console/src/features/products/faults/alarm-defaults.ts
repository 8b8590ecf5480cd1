import type { AlarmDefault } from '@heatfleet/contract/products/settings.ts'

/** Replaces or adds one alarm default. */
export const withAlarmDefault = (defaults: readonly AlarmDefault[], rule: AlarmDefault): AlarmDefault[] =>
  defaults.some(({ key }) => key === rule.key)
    ? defaults.map((one) => (one.key === rule.key ? rule : one))
    : [...defaults, rule]
