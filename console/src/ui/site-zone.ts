import { useEffect } from 'react'
import { create } from 'zustand'

/** Time zone of the site shown on the screen, IANA name; empty = none. */
export const useSiteZone = create<{ zone: string }>(() => ({ zone: '' }))

/** Offers a site's zone in the top bar's switch while the screen is open. */
export const useOfferSiteZone = (zone: string | null): void => {
  useEffect(() => {
    useSiteZone.setState({ zone: zone ?? '' })
    return () => useSiteZone.setState({ zone: '' })
  }, [zone])
}
