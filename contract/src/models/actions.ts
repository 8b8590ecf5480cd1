/** What may be done about the model of a device: the module is told which board it has, or finds out. */
export const MODEL_ACTIONS = ['set', 'detect'] as const
export type ModelActionKind = (typeof MODEL_ACTIONS)[number]

/**
 * Why an action ended as it did. Of a detection: `matched`, `no_bus_answer` (no probe answered on any bus settings),
 * `no_match` (no register list fits), `too_close` (two fit alike), `too_little` (what fits proves too little); of all:
 * `offline`, `no_answer` (of the module), `module_refused`, `interrupted` (the service restarted), `product_gone`, `stopped`.
 */
export const MODEL_REASONS = [
  'matched',
  'no_bus_answer',
  'no_match',
  'too_close',
  'too_little',
  'offline',
  'no_answer',
  'module_refused',
  'interrupted',
  'product_gone',
  'stopped',
] as const
export type ModelReason = (typeof MODEL_REASONS)[number]
