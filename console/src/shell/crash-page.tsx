import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/states.tsx'

/** A screen failed to load or to draw: says so, and loads the console anew on request. */
export function CrashPage() {
  return <ErrorState error={useRouteError()} onRetry={() => location.reload()} />
}
