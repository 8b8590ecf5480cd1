import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { MapScreen } from './map-screen.tsx'

/** The device map (product 3.5): outlines without internet, or the tiles of the installation. */
export function Component() {
  const t = useMessages('map')
  const { data, error, refetch } = useRead(api.mapSettings, undefined, { staleTime: Number.POSITIVE_INFINITY })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} needs="map:view" onRetry={() => void refetch()} />
  return (
    <MapScreen
      title={t(($) => $.title)}
      tiles={data.tiles}
      satellite={data.satellite}
      outlines_url={data.outlines_url}
      geocoder={data.geocoder}
      other={{ path: '/map/second', title: data.second?.name || t(($) => $.second_title) }}
    />
  )
}
