import { join } from 'node:path'
import type { deviceLabels, LabelRequest } from '@heatfleet/contract/device-labels/device-labels.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers, ServedFile } from '../../handler.ts'
import { runSheetWork, type SheetCall } from '../../sheets/run-sheet-work.ts'
import { serveList } from '../../sheets/write-sheet.ts'
import { readClaimCode } from '../bindings/public.ts'
import { findBrandingOf } from '../distributors/public.ts'
import { findTextIn } from '../exports/public.ts'
import type { Label, LabelWork } from './draw-labels.ts'
import { printableLogo } from './printable-logo.ts'
import { type LabelledDevice, listLabelled } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'secret_key' | 'exports_folder'>
type LabelCall = SheetCall & { caller: Caller }
type CodeOf = (device: LabelledDevice) => string | null

const FONTS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'data', 'fonts')

/** Labels of devices as PDF, drawn in a process of their own. */
export const deviceLabelHandlers = (deps: Deps) => {
  const serveLabels = async (request: LabelRequest, call: LabelCall, codeOf: CodeOf): Promise<ServedFile> => {
    const work = await toWork(deps, request, call.caller, codeOf)
    const { logo } = work.brand
    const bytes = await runSheetWork<Uint8Array>(WORKER, work, { bytes: logo ?? new Uint8Array() }, call)
    return serveList(deps.exports_folder, `labels-${request.macs.length}`, 'pdf', bytes)
  }
  return {
    labelFile: async ({ body }, call) => {
      call.note({ object: 'labels', detail: { count: body.macs.length, macs: body.macs } })
      return serveLabels(body, call, () => null)
    },

    claimLabelFile: async ({ body }, call) => {
      call.note({ object: 'labels', detail: { count: body.macs.length, macs: body.macs } })
      return serveLabels(body, call, (device) => readClaimCode(deps, device))
    },
  } satisfies Pick<Handlers, keyof typeof deviceLabels>
}

const WORKER = new URL('./label-worker.ts', import.meta.url)

const toWork = async (
  { database: { db } }: Deps,
  { macs, paper, first, language }: LabelRequest,
  caller: Caller,
  codeOf: CodeOf,
): Promise<LabelWork> => {
  const [devices, branding] = [await listLabelled(db, caller.scope, macs), await findBrandingOf(db, caller.agent_path)]
  const found = new Map(devices.map((device) => [device.mac, device]))
  const labels = macs.map((mac): Label => {
    const device = found.get(mac)
    if (device === undefined) throw new Refusal('device_not_found', { field: 'macs' })
    const { product_key, product_name, product_english_name } = device
    const name = language === 'zh' ? product_name : product_english_name
    return { mac, product_key, product_name: name, claim_code: codeOf(device) }
  })
  return {
    labels,
    paper,
    first,
    brand: { name: branding?.brand_name ?? '', logo: printableLogo(branding?.logo ?? null) },
    code_title: String(findTextIn(language)('device-labels', 'claim_code')),
    fonts_folder: FONTS_FOLDER,
  }
}
