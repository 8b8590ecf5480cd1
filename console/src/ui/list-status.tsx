import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { TableStatus } from './data-table-props.ts'
import { ErrorState } from './states.tsx'

/** A page of rows as a query returns it. */
type ListRead<Row> = {
  data: { list: Row[]; total: number } | undefined
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** Load state of a list; `needs` = permission of the query, if any. */
export const statusOf = <Row,>(read: ListRead<Row>, needs?: Permission): TableStatus => {
  const no_longer = read.error instanceof Refusal && read.error.code === 'no_permission'
  // After a failed refetch the current rows stay; the connection badge shows that they are stale.
  if (read.data !== undefined && !no_longer) return { kind: 'ready', busy: read.isPlaceholderData }
  if (read.error === null || read.error === undefined) return { kind: 'loading' }
  return {
    kind: 'refused',
    reason: <ErrorState error={read.error} needs={needs} onRetry={() => void read.refetch()} />,
  }
}
