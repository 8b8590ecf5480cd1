import { useSearchParams } from 'react-router'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { nothingSelected } from '../../ui/data-table-selection.ts'
import { SelectedFrameActions } from './frame-actions.tsx'
import { FrameDrawer } from './frame-drawer.tsx'
import { deadLetters } from './list.tsx'

/** Frames that could not be stored; the opened one is in the address. */
export function FramesTab() {
  const [query, setQuery] = useSearchParams()
  const opened = Number(query.get('frame') ?? '0')
  const show = (id: number | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (id === null) after.delete('frame')
      else after.set('frame', String(id))
      return after
    })
  const list = useList(deadLetters, { onShow: show })
  return (
    <>
      <ListFilters of={list}>
        <ListViews of={list} />
      </ListFilters>
      <ListTable
        of={list}
        onOpen={({ dead_letter_id }) => show(dead_letter_id)}
        selectionTools={
          <SelectedFrameActions selection={list.selection} onDone={() => list.select(nothingSelected())} />
        }
      />
      {Number.isInteger(opened) && opened > 0 && <FrameDrawer id={opened} onClose={() => show(null)} />}
    </>
  )
}
