import { useEffect, useId } from 'react'
import { create } from 'zustand'

/** The forms on the screen that hold something typed and not saved, by the id each gives itself. */
export const useUnsaved = create<{ forms: ReadonlySet<string> }>(() => ({ forms: new Set() }))

/** Whether anything unsaved is on the screen; with an id, whether that form holds something. */
export const hasUnsaved = (form?: string): boolean => {
  const { forms } = useUnsaved.getState()
  return form === undefined ? forms.size > 0 : forms.has(form)
}

/** A form tells whether it holds something unsaved; at once, so that what comes next already knows. */
export const markUnsaved = (form: string, unsaved: boolean): void => {
  if (hasUnsaved(form) === unsaved) return
  const forms = new Set(useUnsaved.getState().forms)
  if (unsaved) forms.add(form)
  else forms.delete(form)
  useUnsaved.setState({ forms })
}

/** Gives a form its id, and tells of it for as long as it is on the screen whether it holds something unsaved. */
export const useUnsavedMark = (unsaved: boolean): string => {
  const id = useId()
  useEffect(() => {
    markUnsaved(id, unsaved)
    return () => markUnsaved(id, false)
  }, [id, unsaved])
  return id
}

/** What is on the screen may be thrown away: somebody was asked and said so. */
export const discardUnsaved = (form?: string): void => {
  if (form === undefined) useUnsaved.setState({ forms: new Set() })
  else markUnsaved(form, false)
}
