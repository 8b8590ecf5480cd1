import { Navigate } from 'react-router'
import { useSession } from '../cloud/session.ts'
import { NoPermission } from '../ui/states.tsx'
import { homeOf } from './home.ts'

/** Any path that is no route: leads to the device list (spec 2); an account without a single screen is told so. */
export function Component() {
  const home = useSession((session) => homeOf(session.menu, session.user?.preferences.home))
  return home === null ? <NoPermission permission="device:view" /> : <Navigate to={home} replace />
}
