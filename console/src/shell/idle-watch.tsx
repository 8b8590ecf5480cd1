import { api } from '@heatfleet/contract/api.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../cloud/call.ts'
import { logOff } from '../cloud/log-in.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCountdown } from '../ui/format.ts'
import { useMayLeave } from '../ui/leave-guard.tsx'
import { type Idle, idleAt, NOTE_EVERY_MS, TELL_EVERY_MS } from './idle.ts'

/** Local storage: time of the last activity, shared by all tabs of this browser. */
const KEY = 'lastActivity'
/** Local storage: time of the last mouse move during the warning. */
const MOVED = 'movedWhileWarned'
const ACTIVITY_EVENTS = ['mousemove', 'mousedown', 'keydown', 'wheel', 'touchstart'] as const

const read = () => Number(localStorage.getItem(KEY)) || Date.now()
const note = (key = KEY) => localStorage.setItem(key, String(Date.now()))
const hasMovedSince = (moment: number) => Number(localStorage.getItem(MOVED)) > moment

/** Signs out after two idle hours over all tabs of the browser, with a warning before. */
export function IdleWatch() {
  const t = useMessages('shell')
  const mayLeave = useMayLeave()
  const [idle, setIdle] = useState<Idle>({ state: 'active' })
  /** Whether the warning is shown. */
  const warned = useRef(false)
  const extendSession = () => {
    note()
    warned.current = false
    setIdle({ state: 'active' })
  }

  const leave = async () => {
    if (await mayLeave()) logOff('signed-off')
  }

  useEffect(() => {
    // Opening the console counts as activity.
    note()
    let notified_at = Date.now()
    const onActivity = () => {
      // A mouse move towards the warning's buttons must not close it.
      if (warned.current) return note(MOVED)
      const now = Date.now()
      if (now - read() < NOTE_EVERY_MS) return
      note()
      if (now - notified_at < TELL_EVERY_MS) return
      notified_at = now
      void call(api.roleMenu).catch(() => {
        // Keep-alive only: a refused token ends the session by itself, other errors are shown by the calls they
        // concern.
      })
    }
    const check = () => {
      const active_at = read()
      const next = idleAt(active_at, Date.now())
      warned.current = next.state === 'warning'
      if (next.state === 'over' && !hasMovedSince(active_at)) logOff('idle')
      // A mouse move during the warning without an answer, in any tab, is activity (spec 4): two more hours.
      else if (next.state === 'over') note()
      else setIdle((before) => (before.state === 'active' && next.state === 'active' ? before : next))
    }
    for (const event_name of ACTIVITY_EVENTS) addEventListener(event_name, onActivity, { passive: true, capture: true })
    const timer = setInterval(check, 1_000)
    return () => {
      clearInterval(timer)
      for (const event_name of ACTIVITY_EVENTS) removeEventListener(event_name, onActivity, { capture: true })
    }
  }, [])

  return (
    <Dialog
      open={idle.state === 'warning'}
      insistent
      title={idle.state === 'warning' ? t(($) => $.idle.title, { left: formatCountdown(idle.left_ms) }) : ''}
      onClose={extendSession}
      footer={
        <>
          <Button onClick={() => void leave()}>{t(($) => $.idle.leave)}</Button>
          <Button kind="primary" autoFocus onClick={extendSession}>
            {t(($) => $.idle.stay)}
          </Button>
        </>
      }
    >
      {t(($) => $.idle.text)}
    </Dialog>
  )
}
