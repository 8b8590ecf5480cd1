import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useChange, useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { ArrowUpIcon, CloseIcon, PinIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import type { DeviceView } from '../device-view.ts'
import css from './control.module.css'
import { Setting } from './setting.tsx'
import { settingRows } from './setting-rows.ts'
import type { ControlAccess } from './staging.ts'
import type { Commands } from './use-commands.ts'

const NONE: readonly string[] = []

/** Settings that the person has on top of the tab for this product, and what changes them. */
export const usePinned = (product_key: string) => {
  const t = useMessages('device-detail')
  const notify = useNotify()
  const request = { query: { product_key } }
  const { data } = useRead(api.pinnedPoints, request, { enabled: usePermission('device:control') })
  const save = useChange(api.savePinnedPoints)
  const points = save.isPending ? (save.variables?.body.points ?? NONE) : (data?.points ?? NONE)
  return {
    points,
    /** False while they load, and where no more can be pinned. */
    may_pin: data !== undefined && points.length < LIMITS.pinned_points_max,
    change: (next: readonly string[]) =>
      save.mutate(
        { ...request, body: { points: [...next] } },
        { onError: () => notify.error(t(($) => $.pinned.not_saved)) },
      ),
  }
}
type Pinned = ReturnType<typeof usePinned>

/** Pins a setting, or takes the pin away. */
export const PinButton = ({ pinned, id, name }: { pinned: Pinned; id: string; name: string }) => {
  const t = useMessages('device-detail')
  const is_pinned = pinned.points.includes(id)
  if (!is_pinned && !pinned.may_pin) return null
  return (
    <Button
      kind="text"
      size="small"
      icon={is_pinned ? CloseIcon : PinIcon}
      label={is_pinned ? t(($) => $.pinned.remove, { name }) : t(($) => $.pinned.add, { name })}
      onClick={() => pinned.change(is_pinned ? pinned.points.filter((key) => key !== id) : [...pinned.points, id])}
    />
  )
}

type Props = { pinned: Pinned; view: DeviceView; commands: Commands; access: ControlAccess }

/** The pinned settings in the person's order, whatever tab they belong to. */
export const PinnedSettings = ({ pinned, view, commands, access }: Props) => {
  const t = useMessages('device-detail')
  const rows = settingRows(view.definition ?? new Map())
  // What a newer version of the product has no more stays pinned for units of the older one.
  const shown = pinned.points.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  if (shown.length === 0) return null
  const raise = (id: string) => {
    const at = pinned.points.indexOf(id)
    const [before, ...rest] = pinned.points.slice(at - 1, at + 1)
    if (before !== undefined)
      pinned.change([...pinned.points.slice(0, at - 1), ...rest, before, ...pinned.points.slice(at + 1)])
  }
  return (
    <section className={css.group} aria-label={t(($) => $.pinned.title)}>
      <h2>{t(($) => $.pinned.title)}</h2>
      {shown.map((row, at) => (
        <Setting
          key={row.id}
          row={row}
          view={view}
          commands={commands}
          access={access}
          tools={(name) => (
            <>
              {at > 0 && (
                <Button
                  kind="text"
                  size="small"
                  icon={ArrowUpIcon}
                  label={t(($) => $.pinned.up, { name })}
                  onClick={() => raise(row.id)}
                />
              )}
              <PinButton pinned={pinned} id={row.id} name={name} />
            </>
          )}
        />
      ))}
    </section>
  )
}
