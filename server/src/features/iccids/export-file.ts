import type { IccidCard } from '@heatfleet/contract/iccids/card.ts'

/** Columns of the file of cards: those of the import, and what cannot be imported. */
export const EXPORTED_COLUMNS = [
  'iccid',
  'msisdn',
  'operator',
  'plan',
  'activation_time',
  'expiration_time',
  'status',
  'traffic_total_mb',
  'remark',
  'mac',
  'agent_name',
  'expired_day',
  'traffic_used_mb',
] as const satisfies readonly (keyof IccidCard)[]

/** A card as a line of the file. */
export const exportLine = (card: IccidCard): (string | number)[] => EXPORTED_COLUMNS.map((column) => card[column] ?? '')
