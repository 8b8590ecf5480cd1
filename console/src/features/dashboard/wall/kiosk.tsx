import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { followLink } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import css from './kiosk.module.css'
import { Wall } from './wall.tsx'
import { readSetup } from './wall-address.ts'

/** The big screen behind a kiosk link: nobody is signed in, the key of the link sees figures of one scope and changes nothing. */
export function Component() {
  const t = useMessages('dashboard')
  const [query] = useSearchParams()
  const key = query.get('key') ?? ''
  const [ready_for, setReady] = useState<string | null>(null)
  useEffect(() => {
    followLink(key)
    setReady(key)
    return () => followLink(null)
  }, [key])
  if (ready_for !== key) return null
  return (
    <Wall
      setup={{ ...readSetup(query), agent_id: undefined }}
      onError={() => (
        <div className={css.ended} role="alert">
          <b>{t(($) => $.wall.ended)}</b>
          <p>{t(($) => $.wall.ended_hint)}</p>
        </div>
      )}
    />
  )
}
