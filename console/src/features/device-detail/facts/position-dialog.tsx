import { api } from '@heatfleet/contract/api.ts'
import type { Position } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { NumberField } from '../../../ui/field-number.tsx'
import { TextField } from '../../../ui/field-text.tsx'
import { PinIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { usePendingRequest } from '../../../ui/use-pending-request.ts'
import css from './facts.module.css'
import { PointPicker } from './point-picker.tsx'

/** Long enough for a fix inside a house. */
const FIX_MS = 20_000

/** Where the unit stands: picked on a grid, typed, or taken from the phone of whoever stands before it. Mounted = open. */
export function PositionDialog(props: { mac: string; position: Position | null; onClose: () => void }) {
  const { mac, position, onClose } = props
  const t = useMessages('device-detail')
  const ui = useMessages('ui')
  const notify = useNotify()
  const change = useChange(api.devicePosition)
  const [lat, setLat] = useState<number | null>(position?.lat ?? null)
  const [lon, setLon] = useState<number | null>(position?.lon ?? null)
  const [address, setAddress] = useState(position?.address ?? '')
  const [locating, setLocating] = useState(false)
  const { busy, problem, send } = usePendingRequest()
  const is_valid = lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  const save = async (next: Position | null) => {
    await change.mutateAsync({ query: { mac }, body: { position: next } })
    notify.success(t(($) => $.facts.position.saved))
    onClose()
  }
  const locate = () => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLat(rounded(coords.latitude))
        setLon(rounded(coords.longitude))
        setLocating(false)
      },
      () => {
        setLocating(false)
        notify.error(t(($) => $.facts.position.no_fix))
      },
      { enableHighAccuracy: true, timeout: FIX_MS },
    )
  }
  return (
    <Dialog
      open
      title={t(($) => $.facts.position.action)}
      onClose={onClose}
      footer={
        <>
          {position !== null && (
            <Button kind="text" busy={busy} onClick={() => send(() => save(null))}>
              {t(($) => $.facts.position.clear)}
            </Button>
          )}
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={is_valid ? undefined : t(($) => $.facts.position.invalid)}
            onClick={() => send(() => save({ lat: lat ?? 0, lon: lon ?? 0, address, accuracy_m: null }))}
          >
            {t(($) => $.facts.position.save)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        {is_valid && (
          <PointPicker
            point={{ lat, lon }}
            onPick={(point) => {
              setLat(rounded(point.lat))
              setLon(rounded(point.lon))
            }}
          />
        )}
        <div className={css.pair}>
          <NumberField
            label={t(($) => $.facts.position.lat)}
            required
            value={lat}
            onChange={setLat}
            min={-90}
            max={90}
            decimals={6}
            unit="°"
          />
          <NumberField
            label={t(($) => $.facts.position.lon)}
            required
            value={lon}
            onChange={setLon}
            min={-180}
            max={180}
            decimals={6}
            unit="°"
          />
        </div>
        <Button icon={PinIcon} busy={locating} onClick={locate}>
          {t(($) => $.facts.position.here)}
        </Button>
        <TextField
          label={t(($) => $.facts.position.address)}
          maxLength={LIMITS.address_max}
          value={address}
          onChange={setAddress}
        />
      </div>
      <Problem problem={problem} />
    </Dialog>
  )
}

/** About ten centimetres. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
