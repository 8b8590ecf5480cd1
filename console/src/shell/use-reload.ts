import { useLocation } from 'react-router'
import { queryClient } from '../cloud/call.ts'
import { useMayLeave } from '../ui/leave-guard.tsx'
import { refreshTab } from './shell-state.ts'

/** Fetches the current screen again, after a question where input would be lost. */
export const useReload = (): (() => Promise<void>) => {
  const { pathname } = useLocation()
  const mayLeave = useMayLeave()
  return async () => {
    if (!(await mayLeave())) return
    void queryClient.invalidateQueries()
    refreshTab(pathname)
  }
}
