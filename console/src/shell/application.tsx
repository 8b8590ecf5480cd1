import { RouterProvider } from 'react-router'
import { ConfirmHost } from '../ui/dialog.tsx'
import { NotifyHost } from '../ui/notify.tsx'
import { useRouter } from './router.tsx'

/** The router of the current session, and the hosts of notifications and dialogs. */
export function Application() {
  const router = useRouter((state) => state.router)
  return (
    <ConfirmHost>
      {router !== null && <RouterProvider router={router} />}
      <NotifyHost />
    </ConfirmHost>
  )
}
