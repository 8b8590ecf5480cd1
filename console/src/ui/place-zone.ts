import { useEffect } from 'react'
import { create } from 'zustand'

/** Time zone of the site shown on the screen, IANA name; empty = none. */
export const usePlaceZone = create<{ zone: string }>(() => ({ zone: '' }))

/** Offers a site's zone in the top bar's switch while the screen is open. */
export const useZoneOffer = (zone: string | null): void => {
  useEffect(() => {
    usePlaceZone.setState({ zone: zone ?? '' })
    return () => usePlaceZone.setState({ zone: '' })
  }, [zone])
}
