/** A named view of a list: the query of its address without the page. */
export type SavedView = { name: string; query: string }

/** Views one person may keep for one list; more than a menu can show helps nobody. */
export const VIEWS_MAX = 20
/** Characters of a view's name. */
export const VIEW_NAME_MAX = 40

/** Reads stored views; what is not a view is dropped. */
export const readViews = (text: string | null): SavedView[] => {
  if (text === null) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isView).slice(0, VIEWS_MAX) : []
  } catch {
    // Written by hand or by another version: no views is the honest answer.
    return []
  }
}

/** Adds a view, or replaces the one of the same name; null when there is no room or no name. */
export const addView = (views: readonly SavedView[], name: string, query: string): SavedView[] | null => {
  const view = { name: name.trim().slice(0, VIEW_NAME_MAX), query }
  if (view.name === '') return null
  const at = views.findIndex((stored) => stored.name === view.name)
  if (at !== -1) return views.with(at, view)
  return views.length < VIEWS_MAX ? [...views, view] : null
}

/** Takes a view away by its name. */
export const removeView = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((view) => view.name !== name)

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string'
