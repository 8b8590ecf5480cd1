import { useEffect } from 'react'
import { logOff } from '../cloud/log-in.ts'
import { useMessages } from '../messages/messages.ts'
import { Loading } from '../ui/states.tsx'

/**
 * Signs out (product 3.39): clears the session and closes the socket at once, whatever the server answers. Unsaved
 * input was confirmed before.
 */
export function Component() {
  const t = useMessages('shell')
  useEffect(() => logOff('signed-off'), [])
  return (
    <>
      <p className="hf-hidden">{t(($) => $.leaving)}</p>
      <Loading rows={3} />
    </>
  )
}
