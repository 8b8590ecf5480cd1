import { Navigate } from 'react-router'
import { useSession } from '../cloud/session.ts'
import { NoPermission } from '../ui/states.tsx'
import { homeOf } from './home.ts'

/** Redirects unknown paths to the device list (spec 2), and informs an account without any screen. */
export function Component() {
  const home = useSession((session) => homeOf(session.menu, session.user?.preferences.home))
  return home === null ? <NoPermission permission="device:view" /> : <Navigate to={home} replace />
}
