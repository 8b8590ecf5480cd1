import type { IccidState } from '@heatfleet/contract/transitions.ts'

/** What a carrier knows of a card; what it does not tell is absent. */
export type CarrierCard = {
  iccid: string
  msisdn?: string | undefined
  plan?: string | undefined
  status?: Exclude<IccidState, 'expired'> | undefined
  activation_time?: string | undefined
  expiration_time?: string | undefined
  traffic_used_mb?: number | undefined
  traffic_total_mb?: number | undefined
}

/** What a carrier did with a card; `reason` is in the carrier's words. */
type CarrierResult = { iccid: string; result: 'ok' | 'refused'; reason?: string | undefined }
export type DayTraffic = { iccid: string; day: string; mb: number }

/**
 * The interface to a carrier's platform. A call takes at most `batch` cards; it throws {@link CarrierFailed} when the carrier
 * cannot be reached or does not answer as agreed.
 */
export type Carrier = {
  batch: number
  /** What the carrier knows of these cards; those of others are left out. */
  list: (iccids: readonly string[], signal?: AbortSignal) => Promise<CarrierCard[]>
  stop: (iccids: readonly string[]) => Promise<CarrierResult[]>
  resume: (iccids: readonly string[]) => Promise<CarrierResult[]>
  /** Used on each day from one to another, both included (YYYY-MM-DD). */
  traffic: (iccids: readonly string[], from: string, to: string, signal?: AbortSignal) => Promise<DayTraffic[]>
}

/** The carrier did not answer, or not as agreed. The message holds no secret. */
export class CarrierFailed extends Error {
  override readonly name = 'CarrierFailed'
}
