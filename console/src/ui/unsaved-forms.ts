import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** Forms on the screen with unsaved input, by form id. */
export const useUnsaved = create<{ forms: ReadonlySet<string> }>(() => ({ forms: new Set() }))

/** Whether any form, or the given one, has unsaved input. */
export const hasUnsaved = (form?: string): boolean => {
  const { forms } = useUnsaved.getState()
  return form === undefined ? forms.size > 0 : forms.has(form)
}

/** Registers whether a form has unsaved input, synchronously, so that a following navigation sees it. */
export const markUnsaved = (form: string, unsaved: boolean): void => {
  if (hasUnsaved(form) === unsaved) return
  const forms = new Set(useUnsaved.getState().forms)
  if (unsaved) forms.add(form)
  else forms.delete(form)
  useUnsaved.setState({ forms })
}

/** Assigns a form id and registers unsaved input while the form is mounted. */
export const useUnsavedMark = (unsaved: boolean): string => {
  const id = useId()
  useEffect(() => {
    markUnsaved(id, unsaved)
    return () => markUnsaved(id, false)
  }, [id, unsaved])
  return id
}

/** Forgets unsaved input after a confirmation. */
export const discardUnsaved = (form?: string): void => {
  if (form === undefined) useUnsaved.setState({ forms: new Set() })
  else markUnsaved(form, false)
}
