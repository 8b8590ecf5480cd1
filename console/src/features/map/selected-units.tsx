import { api } from '@heatfleet/contract/api.ts'
import type { MapFilter } from '@heatfleet/contract/map/map.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import css from './selection.module.css'
import type { Selection } from './selection.ts'

type SelectedProps = { filter: Partial<MapFilter>; selection: Selection; list_path: string }

/** Counts are fetched again at this interval, ms. */
const REFETCH_MS = 30_000

/** How many units stand in the selection, and the way to their list, where things are done with them. */
export function SelectedUnits({ filter, selection, list_path }: SelectedProps) {
  const t = useMessages('map')
  const { data } = useRead(
    api.deviceList,
    { query: { pageNo: 1, size: 1 }, body: { ...filter, ...selection } },
    { refetchInterval: REFETCH_MS },
  )
  return (
    <span className={css.said} role="status">
      {data !== undefined && t(($) => $.selected, { count: data.total })}
      <Link to={list_path}>{t(($) => (selection.area === undefined ? $.circle.open : $.area.open))}</Link>
    </span>
  )
}
