import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { ReactNode } from 'react'
import { Panel } from './panel.tsx'
import { ErrorState, Loading } from './states.tsx'

/** A titled part of a screen before its rows are there: loading, not allowed, or failed. Its title tells which part it is. */
export function PendingPanel(props: {
  title: ReactNode
  error: unknown
  /** The right that reading needs, named when it lacks. */
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
