import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { TableStatus } from './data-table-props.ts'
import { ErrorState } from './states.tsx'

/** How a page of rows came, as a read of the cloud tells it. */
export type ListRead<Row> = {
  data: { list: Row[]; total: number } | undefined
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** Loading, ready, or why the rows did not come; `needs` = the right that reading takes, if any. */
export const statusOf = <Row,>(read: ListRead<Row>, needs?: Permission): TableStatus => {
  const no_longer = read.error instanceof Refusal && read.error.code === 'no_permission'
  // Another failed refresh keeps what is there; the connection badge tells that it is old.
  if (read.data !== undefined && !no_longer) return { kind: 'ready', busy: read.isPlaceholderData }
  if (read.error === null || read.error === undefined) return { kind: 'loading' }
  return {
    kind: 'refused',
    reason: <ErrorState error={read.error} needs={needs} onRetry={() => void read.refetch()} />,
  }
}
