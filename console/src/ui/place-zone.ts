import { useEffect } from 'react'
import { create } from 'zustand'

/** The time zone of the place that the open screen is about, IANA name; empty = of none. */
export const usePlaceZone = create<{ zone: string }>(() => ({ zone: '' }))

/** While the screen stands, the switch of the top bar offers the zone of what it shows. */
export const useZoneOffer = (zone: string | null): void => {
  useEffect(() => {
    usePlaceZone.setState({ zone: zone ?? '' })
    return () => usePlaceZone.setState({ zone: '' })
  }, [zone])
}
