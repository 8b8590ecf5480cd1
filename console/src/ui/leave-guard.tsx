import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { useMessages } from '../messages/messages.ts'
import { useConfirm } from './dialog.tsx'
import { discardUnsaved, hasUnsaved, useUnsaved } from './unsaved-forms.ts'

/**
 * `if (await mayLeave()) …`: true at once without unsaved input, otherwise after a confirmation. Input that is saved while
 * the question stands, or whose form is gone, needs none: the question goes.
 */
export const useMayLeave = (form?: string): (() => Promise<boolean>) => {
  const t = useMessages('ui')
  const confirm = useConfirm()
  return async () => {
    if (!hasUnsaved(form)) return true
    const obsolete = new AbortController()
    const forget = useUnsaved.subscribe(() => hasUnsaved(form) || obsolete.abort())
    const question = {
      title: t(($) => $.form.leave.title),
      text: t(($) => $.form.leave.text),
      confirm: t(($) => $.form.leave.discard),
      cancel: t(($) => $.form.leave.stay),
      danger: true,
    }
    const leave = await confirm(question, obsolete.signal)
    forget()
    if (leave) discardUnsaved(form)
    return leave || obsolete.signal.aborted
  }
}

/**
 * Another screen or tab of it loses input; filters and pages in the query do not. Overlays are in the query too: with
 * unsaved input in one, any navigation counts.
 */
const leaves = (from: Place, to: Place): boolean => {
  const { forms } = useUnsaved.getState()
  return (
    from.pathname !== to.pathname ||
    (tabIn(from) !== tabIn(to) && [...forms.values()].some(({ outlives_tabs }) => !outlives_tabs)) ||
    (from.search !== to.search && [...forms.keys()].some(isInDialog))
  )
}
type Place = Pick<Location, 'pathname' | 'search'>
const tabIn = ({ search }: Place): string | null => new URLSearchParams(search).get('tab')

const isInDialog = (form: string): boolean => document.getElementById(form)?.closest('dialog[open]') != null

/** Asks before navigation or closing the window discards unsaved input; once, in the layout. */
export function LeaveGuard() {
  const mayLeave = useMayLeave()
  const unsaved = useUnsaved(({ forms }) => forms.size > 0)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && leaves(currentLocation, nextLocation),
  )
  const { state, proceed, reset } = blocker
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each blocked navigation
  useEffect(() => {
    if (state === 'blocked') void mayLeave().then((leave) => (leave ? proceed() : reset()))
  }, [state])
  useEffect(() => {
    if (!unsaved) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [unsaved])
  return null
}
