import { api } from '@heatfleet/contract/api.ts'
import { BATCH_MOVES, type BatchRecord } from '@heatfleet/contract/batches/batches.ts'
import { queryClient, useRead } from '../cloud/call.ts'

/** Poll interval while a batch is under way, ms. */
export const FOLLOW_MS = 1_500

/** True while it waits or runs. */
export const isOpen = ({ state }: BatchRecord): boolean => BATCH_MOVES.cancel.some((open) => open === state)

/** What batches change. */
const NOUNS = ['account', 'distributor', 'app-user', 'device', 'device-group'] as const

/** Fetches anew whatever a batch may have changed. */
export const fetchChanged = (): void => {
  for (const noun of NOUNS) void queryClient.invalidateQueries({ queryKey: [noun] })
}

/** How soon a page of batches is fetched again. */
export const followBatches = (page: { list: readonly BatchRecord[] } | undefined): number | false =>
  page?.list.some(isOpen) === true ? FOLLOW_MS : false

/** The newest of the own batches. */
export const useNewestBatches = (count: number) =>
  useRead(api.batchList, { query: { pageNo: 1, size: count } }, { placeholder: 'keep', refetchInterval: followBatches })
