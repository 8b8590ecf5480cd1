import { api } from '@heatfleet/contract/api.ts'
import { BATCH_MOVES, type BatchRecord } from '@heatfleet/contract/batches/batches.ts'
import { useState } from 'react'
import { queryClient, useRead } from '../cloud/call.ts'

/** Batches that are under way are asked about this often, ms. */
export const FOLLOW_MS = 1_500

/** True while it waits or runs. */
export const isOpen = ({ state }: BatchRecord): boolean => BATCH_MOVES.cancel.some((open) => open === state)

/** What batches change. */
const NOUNS = ['account', 'distributor', 'app-user'] as const

/** Fetches anew whatever a batch may have changed. */
export const fetchChanged = (): void => {
  for (const noun of NOUNS) void queryClient.invalidateQueries({ queryKey: [noun] })
}

/** The own batches of one page; asked again and again while one of them is under way. */
export const useBatches = (paging: { pageNo: number; size: number }) => {
  const [follow, setFollow] = useState(false)
  const list = useRead(
    api.batchList,
    { query: paging },
    { placeholder: 'keep', refetchInterval: follow ? FOLLOW_MS : false },
  )
  const is_open = list.data?.list.some(isOpen) ?? false
  if (follow !== is_open) setFollow(is_open)
  return list
}
