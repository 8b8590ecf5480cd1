import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** `outlives_tabs`: another tab of the same screen keeps the input. */
type UnsavedForm = { outlives_tabs: boolean }

/** Forms on the screen with unsaved input, by form id. */
export const useUnsaved = create<{ forms: ReadonlyMap<string, UnsavedForm> }>(() => ({ forms: new Map() }))

/** Whether any form, or the given one, has unsaved input. */
export const hasUnsaved = (form?: string): boolean => {
  const { forms } = useUnsaved.getState()
  return form === undefined ? forms.size > 0 : forms.has(form)
}

/** Registers whether a form has unsaved input, synchronously, so that a following navigation sees it. */
export const markUnsaved = (form: string, unsaved: boolean, outlives_tabs = false): void => {
  if (hasUnsaved(form) === unsaved) return
  const forms = new Map(useUnsaved.getState().forms)
  if (unsaved) forms.set(form, { outlives_tabs })
  else forms.delete(form)
  useUnsaved.setState({ forms })
}

/** Assigns a form id and registers unsaved input while the form is mounted. */
export const useUnsavedMark = (unsaved: boolean, { outlives_tabs = false } = {}): string => {
  const id = useId()
  useEffect(() => {
    markUnsaved(id, unsaved, outlives_tabs)
    return () => markUnsaved(id, false)
  }, [id, unsaved, outlives_tabs])
  return id
}

/** Forgets unsaved input after a confirmation. */
export const discardUnsaved = (form?: string): void => {
  if (form === undefined) useUnsaved.setState({ forms: new Map() })
  else markUnsaved(form, false)
}
