import { api } from '@heatfleet/contract/api.ts'
import type { ListName } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import { useChange } from '../cloud/call.ts'
import { useErrorText } from '../messages/error-text.ts'
import { ViewMenu } from '../ui/filter-bar-saved.tsx'
import { useNotify } from '../ui/notify.tsx'
import { isSameLayout, layoutOf, useKeepLayout, useOwnLists } from './own-lists.ts'

type SavedViewsProps = {
  list: ListName
  /** Filters and order of what is shown now, as the address has them, without the page. */
  query: string
  /** A stored view as its address would be written now. */
  normalize: (query: string) => string
  onOpen: (query: string) => void
}

/** The views of a list: filters, order and columns under a name, kept with the account. */
export function SavedViews({ list, query, normalize, onOpen }: SavedViewsProps) {
  const notify = useNotify()
  const errorText = useErrorText()
  const own = useOwnLists()
  const keepLayout = useKeepLayout(list)
  const save = useChange(api.saveView)
  const remove = useChange(api.deleteView)
  const views = own.views.filter((view) => view.list === list)
  const layout = layoutOf(own, list)
  const send = (change: Promise<unknown>): Promise<boolean> =>
    change.then(
      () => true,
      (error: unknown) => {
        notify.failed(errorText(error))
        return false
      },
    )
  return (
    <ViewMenu
      views={views}
      current={views.find((view) => normalize(view.query) === query && isSameLayout(view.layout, layout))}
      onOpen={(view) => {
        keepLayout(view.layout)
        onOpen(view.query)
      }}
      onSave={(view_name) => send(save.mutateAsync({ params: { list }, body: { view_name, query, layout } }))}
      onDelete={({ view_id }) => void send(remove.mutateAsync({ params: { id: view_id } }))}
    />
  )
}
