import { RouterProvider } from 'react-router'
import { ConfirmPlace } from '../ui/dialog.tsx'
import { NotifyPlace } from '../ui/notify.tsx'
import { useRouter } from './router.tsx'

/** The whole console: the router of the present session, and the places for messages and questions. */
export function Application() {
  const router = useRouter((state) => state.router)
  return (
    <ConfirmPlace>
      <RouterProvider router={router} />
      <NotifyPlace />
    </ConfirmPlace>
  )
}
