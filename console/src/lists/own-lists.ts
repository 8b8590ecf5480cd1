import { api } from '@heatfleet/contract/api.ts'
import { ListChoices, type ListLayout, type ListName } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import { useEffect, useMemo } from 'react'
import { call, keyOf, queryClient, useRead } from '../cloud/call.ts'
import { useSession } from '../cloud/session.ts'
import { useErrorText } from '../messages/error-text.ts'
import { useNotify } from '../ui/notify.tsx'

const NONE: ListChoices = { layouts: [], views: [] }
const KEY = keyOf(api.ownLists)
/** Who changes them elsewhere at the same time waits so long to see it here, ms. */
const FRESH_MS = 60_000
/** Layouts on their way to the account go one after the other: the last one is the one that stays. */
let sending: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Columns and saved views of the account; until they come those this browser last saw, so that no table jumps. */
export const useOwnLists = (): ListChoices => {
  const stored_as = useSession((session) => `lists.${session.user?.uid ?? 0}`)
  const { data } = useOwnListsRead()
  const seen = useMemo(() => readSeen(localStorage.getItem(stored_as)), [stored_as])
  useEffect(() => {
    if (data !== undefined) localStorage.setItem(stored_as, JSON.stringify(data))
  }, [data, stored_as])
  return data ?? seen
}

/** Whether they came: a screen that shows them alone must not call "nothing" what it could not read. */
export const useOwnListsRead = () => useRead(api.ownLists, undefined, { staleTime: FRESH_MS })

/** Lays a list out (null = as it was at first): drawn at once, then kept with the account. */
export const useKeepLayout = (list: ListName | null): ((layout: ListLayout | null) => void) => {
  const notify = useNotify()
  const errorText = useErrorText()
  const own = useOwnLists()
  // Who looks through other eyes may look at other columns too, but leaves no trace.
  const viewing = useSession(({ user }) => (user?.viewer_name ?? null) !== null)
  return (layout) => {
    if (list === null || isSameLayout(layoutOf(own, list), layout)) return
    void queryClient.cancelQueries({ queryKey: KEY })
    queryClient.setQueryData<ListChoices>(KEY, (newest = own) => laidOut(newest, list, layout))
    if (viewing) return
    waiting += 1
    sending = sending
      .then(() => call(api.layOutList, { params: { list }, body: { layout } }))
      .catch((error: unknown) => notify.failed(errorText(error)))
      .finally(() => {
        waiting -= 1
        if (waiting === 0) void queryClient.invalidateQueries({ queryKey: KEY })
      })
  }
}

/** How a list is laid out; null = as at first. */
export const layoutOf = ({ layouts }: ListChoices, of: ListName | null): ListLayout | null =>
  layouts.find(({ list }) => list === of)?.layout ?? null

export const isSameLayout = (one: ListLayout | null, other: ListLayout | null): boolean =>
  one?.density === other?.density && one?.shown.join() === other?.shown.join() && widthsText(one) === widthsText(other)

const widthsText = (layout: ListLayout | null): string =>
  Object.entries(layout?.widths ?? {})
    .map((entry) => entry.join())
    .toSorted()
    .join(' ')

/** The choices with one list laid out otherwise. */
const laidOut = (own: ListChoices, list: ListName, layout: ListLayout | null): ListChoices => ({
  ...own,
  layouts: [...own.layouts.filter((one) => one.list !== list), ...(layout === null ? [] : [{ list, layout }])],
})

const readSeen = (text: string | null): ListChoices => {
  try {
    return ListChoices.parse(JSON.parse(text ?? ''))
  } catch {
    // Never seen, or written by another version: the account's own come in a moment.
    return NONE
  }
}
