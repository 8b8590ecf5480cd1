import { useEffect } from 'react'
import { logOff } from '../cloud/log-in.ts'
import { useMessages } from '../messages/messages.ts'
import { Loading } from '../ui/states.tsx'

/**
 * Signs out (product 3.39). Whoever has something unsaved was asked on the way here; the token, the menu and all else
 * are forgotten at once, the socket is closed on purpose, and nothing the server says can keep anybody in.
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
