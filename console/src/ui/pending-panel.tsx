import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { ReactNode } from 'react'
import { Panel } from './panel.tsx'
import { ErrorState, Loading } from './states.tsx'

/** A titled panel before its rows: loading, not permitted, or failed. */
export function PendingPanel(props: {
  title: ReactNode
  error: unknown
  /** Permission of the query, named when it is missing. */
  needs: Permission
  onRetry: () => void
}) {
  const { title, error, needs, onRetry } = props
  return (
    <Panel flush title={title}>
      {error === null ? <Loading rows={3} /> : <ErrorState error={error} needs={needs} onRetry={onRetry} />}
    </Panel>
  )
}
