import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  isShipError,
  type ShipCheck,
  type ShipmentPapers,
  type ShipRow,
} from '@heatfleet/contract/shipments/shipments.ts'
import { useState } from 'react'
import { call, useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { base64Of } from '../../sheets/base64.ts'
import { useNotify } from '../../ui/notify.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { idsOf } from './ids.ts'

type ShipWay = 'paste' | 'file'
type File64 = { file_name: string; content: string }

/** A shipment being put together: which units, to whom, what the dry run says, and whether what cannot be shipped stays. */
export const useShipWork = (chosen: readonly string[] | null, onDone: () => void) => {
  const t = useMessages('shipments')
  const notify = useNotify()
  const { busy, problem, send } = usePendingRequest()
  const ship = useChange(api.shipDevices)
  const shipFile = useChange(api.shipFile)
  const [way, setWay] = useState<ShipWay>('paste')
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<File64 | null>(null)
  const [agent_id, setAgent] = useState<number>()
  const [papers, setPapers] = useState<ShipmentPapers>({ order_no: '', logistics_no: '', remark: '' })
  const [check, setCheck] = useState<ShipCheck | null>(null)
  const [leaves_out, setLeavesOut] = useState(false)

  const { macs, incomplete } = chosen === null ? idsOf(pasted) : { macs: [...chosen], incomplete: [] }
  const max = LIMITS.shipment_devices_max
  const pasted_error =
    incomplete.length > 0
      ? t(($) => $.filters.not_whole, { ids: incomplete.slice(0, 3).join(', ') })
      : macs.length > max
        ? t(($) => $.ship.over_max, { max })
        : undefined
  const from_file = chosen === null && way === 'file' ? file : null
  const is_named = chosen === null && way === 'file' ? file !== null : macs.length > 0
  const good = check?.rows.filter(isGood) ?? []
  const missing = missingOf({ agent_id, is_named, pasted_error, check, leaves_out, good }, t)
  /** Whatever is asked anew has no verdict yet. */
  const anew = () => {
    setCheck(null)
    setLeavesOut(false)
  }
  const asking =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      anew()
    }
  const look = () =>
    send(async () => {
      if (agent_id === undefined) return
      setCheck(
        from_file === null
          ? await call(api.shipCheck, { body: { agent_id, macs } })
          : await call(api.shipFileCheck, { query: { agent_id }, body: from_file }),
      )
      setLeavesOut(false)
    })
  const confirm = () =>
    send(async () => {
      if (agent_id === undefined || check === null) return
      const left_out = check.rows.filter((row) => !isGood(row)).map(({ row }) => row)
      const { batch_no } =
        from_file === null
          ? await ship.mutateAsync({ body: { agent_id, macs: good.map(({ mac }) => mac), ...papers } })
          : await shipFile.mutateAsync({ query: { agent_id }, body: { ...from_file, ...papers, left_out } })
      notify.success(t(($) => $.ship.done, { batch_no }))
      onDone()
    })
  return {
    busy,
    problem,
    way,
    pasted,
    pasted_error,
    file_name: file?.file_name ?? null,
    agent_id,
    papers,
    check,
    leaves_out,
    good,
    /** Why it cannot be checked, and why it cannot be shipped. */
    check_reason: missing.check,
    ship_reason: missing.ship,
    dirty: pasted !== '' || file !== null || agent_id !== undefined,
    setWay: asking(setWay),
    setPasted: asking(setPasted),
    setAgent: asking(setAgent),
    setPapers: (part: Partial<ShipmentPapers>) => setPapers((before) => ({ ...before, ...part })),
    setLeavesOut,
    readFile: (next: File) =>
      send(async () => {
        setFile({ file_name: next.name, content: await base64Of(next) })
        anew()
      }),
    look,
    confirm,
  }
}
export type ShipWork = ReturnType<typeof useShipWork>

const isGood = ({ problems }: ShipRow): boolean => !problems.some(isShipError)

type Facts = {
  agent_id: number | undefined
  is_named: boolean
  pasted_error: string | undefined
  check: ShipCheck | null
  leaves_out: boolean
  good: readonly ShipRow[]
}

const missingOf = (
  { agent_id, is_named, pasted_error, check, leaves_out, good }: Facts,
  t: ReturnType<typeof useMessages<'shipments'>>,
): { check: string | undefined; ship: string | undefined } => {
  const before = is_named
    ? (pasted_error ?? (agent_id === undefined ? t(($) => $.ship.receiver_first) : undefined))
    : t(($) => $.ship.units_first)
  if (before !== undefined) return { check: before, ship: before }
  if (check === null) return { check: undefined, ship: t(($) => $.ship.check_first) }
  const { room } = check
  if (good.length === 0) return { check: undefined, ship: t(($) => $.ship.none_left) }
  if (check.errors > 0 && !leaves_out) return { check: undefined, ship: t(($) => $.ship.leave_out_first) }
  if (room !== null && good.length > room) return { check: undefined, ship: t(($) => $.ship.no_room, { room }) }
  return { check: undefined, ship: undefined }
}
