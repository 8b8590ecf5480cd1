import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { MapScreen } from './map-screen.tsx'

/** The second map (product 3.6): the same with the tiles of another service, or outlines and how to set one. */
export function Component() {
  const t = useMessages('map')
  const { data, error, refetch } = useRead(api.mapSettings, undefined, { staleTime: Number.POSITIVE_INFINITY })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} needs="map:view" onRetry={() => void refetch()} />
  const { second, satellite, outlines_url, geocoder } = data
  return (
    <MapScreen
      title={second?.name || t(($) => $.second_title)}
      tiles={second}
      satellite={satellite}
      outlines_url={outlines_url}
      geocoder={geocoder}
      other={{ path: '/map/device', title: t(($) => $.title) }}
      notice={second === null ? t(($) => $.second_missing) : undefined}
    />
  )
}
