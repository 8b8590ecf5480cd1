import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { useChange } from '../cloud/call.ts'
import type { Selection } from '../ui/data-table-selection.ts'
import { BatchDrawer } from './batch-drawer.tsx'

/** What may be asked of a batch. */
export type BatchWish = NonNullable<RequestOf<typeof api.batchCreate>['body']>

/** Starts a batch and shows how it goes: `drawer` is to be drawn wherever the action is asked for. */
export const useStartBatch = (): { start: (wish: BatchWish) => Promise<void>; drawer: ReactNode } => {
  const create = useChange(api.batchCreate)
  const [batch_id, setBatch] = useState<number | null>(null)
  return {
    start: async (body) => setBatch((await create.mutateAsync({ body })).batch_id),
    drawer: batch_id !== null && (
      <BatchDrawer key={batch_id} batch_id={batch_id} onOther={setBatch} onClose={() => setBatch(null)} />
    ),
  }
}

/** The selected rows as a batch is told of them: by their ids, or as whatever matches but some. */
export const whichOf = <Row, Filter>(selection: Selection<Row>, idOf: (row: Row) => number, filter: Filter) =>
  selection.kind === 'all'
    ? { by: 'filter' as const, filter, except: [...selection.except].map(Number) }
    : { by: 'ids' as const, ids: [...selection.rows.values()].map(idOf) }
