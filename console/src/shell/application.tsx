import { RouterProvider } from 'react-router'
import { ConfirmPlace } from '../ui/dialog.tsx'
import { NotifyPlace } from '../ui/notify.tsx'
import { useRouter } from './router.tsx'

/** The router of the current session, and the hosts of notifications and dialogs. */
export function Application() {
  const router = useRouter((state) => state.router)
  return (
    <ConfirmPlace>
      <RouterProvider router={router} />
      <NotifyPlace />
    </ConfirmPlace>
  )
}
