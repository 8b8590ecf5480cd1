import { useSession } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { BROWSER_ZONE, chooseDisplay, useDisplay } from '../ui/display.ts'
import { DropdownMenu } from '../ui/menu.tsx'
import { useSiteZone } from '../ui/site-zone.ts'

/** `Europe/Warsaw` -> `Warsaw`: short enough for the top bar. */
const shortOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** The time zones to choose from: that of the browser, the profile, the open device, or UTC. */
export const useZoneChoices = (): { zone: string; label: string; is_chosen: boolean }[] => {
  const t = useMessages('shell')
  const own = useSession((session) => session.user?.time_zone ?? '')
  const chosen = useDisplay((display) => display.time_zone)
  const place = useSiteZone(({ zone }) => zone)
  const all = [
    { zone: '', label: t(($) => $.zone.browser, { zone: BROWSER_ZONE }) },
    { zone: own, label: t(($) => $.zone.own, { zone: own }) },
    { zone: place, label: t(($) => $.zone.device, { zone: place }) },
    { zone: 'UTC', label: t(($) => $.zone.utc) },
    // Chosen on the screen of a device that is no longer open.
    { zone: chosen, label: chosen },
  ]
  return all
    .filter(({ zone }, at) => zone !== BROWSER_ZONE && all.findIndex((earlier) => earlier.zone === zone) === at)
    .map((choice) => ({
      ...choice,
      is_chosen: choice.zone === chosen || (choice.zone === '' && chosen === BROWSER_ZONE),
    }))
}

/** Time zone of displayed times. */
export function ZoneSwitch() {
  const t = useMessages('shell')
  const chosen = useDisplay((display) => display.time_zone)
  const choices = useZoneChoices()
  const shown = shortOf(chosen === '' ? BROWSER_ZONE : chosen)
  return (
    <DropdownMenu
      label={t(($) => $.zone.label)}
      trigger={(button) => (
        <Button kind="text" {...button} aria-label={`${shown} · ${t(($) => $.zone.label)}`}>
          {shown}
        </Button>
      )}
      items={choices.map(({ zone, label, is_chosen }) => ({
        key: zone,
        label,
        checked: is_chosen,
        onSelect: () => chooseDisplay({ time_zone: zone }),
      }))}
    />
  )
}
