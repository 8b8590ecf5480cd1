import { useSession } from '../cloud/session.ts'
import { Button } from '../ui/button.tsx'
import { chooseDisplay, useDisplay } from '../ui/display.ts'
import { DropdownMenu } from '../ui/menu.tsx'
import { useWords } from '../words/words.ts'

/** `Europe/Warsaw` -> `Warsaw`: what fits into the bar. */
const shortOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** In which zone times are written now: that of the browser, the one of the profile, or UTC. */
export function ZoneSwitch() {
  const t = useWords('shell')
  const own = useSession((session) => session.user?.time_zone ?? '')
  const chosen = useDisplay((display) => display.time_zone)
  const browser = Intl.DateTimeFormat().resolvedOptions().timeZone
  const shown = shortOf(chosen === '' ? browser : chosen)
  const choices = [
    { zone: '', label: t(($) => $.zone.browser, { zone: browser }) },
    ...(own === '' || own === browser ? [] : [{ zone: own, label: t(($) => $.zone.own, { zone: own }) }]),
    ...(own === 'UTC' || browser === 'UTC' ? [] : [{ zone: 'UTC', label: t(($) => $.zone.utc) }]),
  ]
  return (
    <DropdownMenu
      label={t(($) => $.zone.label)}
      trigger={(button) => (
        <Button kind="text" {...button} aria-label={`${shown} · ${t(($) => $.zone.label)}`}>
          {shown}
        </Button>
      )}
      items={choices.map(({ zone, label }) => ({
        key: zone,
        label,
        checked: zone === chosen,
        onSelect: () => chooseDisplay({ time_zone: zone }),
      }))}
    />
  )
}
