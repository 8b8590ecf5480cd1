import {
  COMMISSIONING_SIGNED_AFTER_HOURS,
  type Commissioning,
  type commissioning,
} from '@heatfleet/contract/commissioning/commissioning.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { serveList } from '../../sheets/write-sheet.ts'
import type { ReportsDeps } from '../history/public.ts'
import { makePdf } from './make-pdf.ts'
import { readFindings } from './read-findings.ts'
import { countPhotos, deleteSigned, findSigned, findUnit, insertSigned, type Signed, type Unit } from './store.ts'

type Deps = ReportsDeps & Pick<AppContext, 'exports_folder'>

/** Commissioning reports: found anew until they are signed, kept from then on. */
export const commissioningHandlers = (deps: Deps) => {
  const { db } = deps.database
  const readUnit = async (caller: Caller, mac: string): Promise<Unit> => {
    const unit = await findUnit(db, caller.scope, mac)
    if (unit === undefined) throw new Refusal('device_not_found')
    return unit
  }
  const readReport = async (caller: Caller, unit: Unit): Promise<Commissioning> => {
    const signed = await findSigned(db, unit.device_id)
    const findings = signed?.findings ?? (await readFindings(deps, unit))
    // Some points are for installers only, whoever signed.
    const layout = unit.layout_id === null ? null : await deps.layouts.find(unit.layout_id)
    const changed_settings = (findings?.changed_settings ?? []).filter(({ key }) =>
      seesPoint(caller, layout?.byKey.get(key)),
    )
    return {
      first_online_time: unit.first_online_at?.toISOString() ?? null,
      findings: findings === null ? null : { ...findings, changed_settings },
      signature: signed === undefined ? null : toSignature(signed),
    }
  }

  return {
    deviceCommissioning: async ({ query: { mac } }, { caller }) => readReport(caller, await readUnit(caller, mac)),

    signCommissioning: async ({ query: { mac }, body }, { caller, note }) => {
      const { signed_name, drawn, file_ids } = body
      note({ object: `device ${mac}`, detail: { signed_name, is_drawn: drawn !== null, note: body.note, file_ids } })
      const unit = await readUnit(caller, mac)
      const { device_id } = unit
      const photos = [...new Set(file_ids)]
      if ((await countPhotos(db, device_id, photos)) < photos.length)
        throw new Refusal('not_found', { field: 'file_ids' })
      if ((await findSigned(db, device_id)) !== undefined) throw new Refusal('commissioning_signed')
      const findings = await readFindings(deps, unit)
      if (findings === null || findings.hours < COMMISSIONING_SIGNED_AFTER_HOURS)
        throw new Refusal('commissioning_too_early', { details: { hours: COMMISSIONING_SIGNED_AFTER_HOURS } })
      const kept = await insertSigned(db, {
        device_id,
        findings,
        note: body.note,
        file_ids: photos,
        signed_name,
        drawn: drawn === null ? null : Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64'),
        uid: caller.uid,
        signed_by: caller.user_name,
        signed_at: new Date(deps.clock.now()),
      })
      if (!kept) throw new Refusal('commissioning_signed')
      const failed = findings.checks.filter(({ result }) => result === 'fail').map(({ check }) => check)
      note({ detail: { signed_name, is_drawn: drawn !== null, note: body.note, file_ids: photos, failed } })
      return readReport(caller, unit)
    },

    withdrawCommissioning: async ({ query: { mac } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      const unit = await readUnit(caller, mac)
      const gone = await deleteSigned(db, unit.device_id)
      if (gone === undefined) throw new Refusal('commissioning_not_signed')
      note({ detail: { before: { ...gone, signed_at: gone.signed_at.toISOString() } } })
      return readReport(caller, unit)
    },

    commissioningPdf: async ({ query: { mac, language, time_zone } }, { caller, signal, note }) => {
      note({ object: `device ${mac}`, detail: { language } })
      const unit = await readUnit(caller, mac)
      const report = await readReport(caller, unit)
      if (report.findings === null) throw new Refusal('commissioning_not_begun')
      const { name, file } = await makePdf(deps, caller, { unit, report, language, time_zone }, signal)
      return serveList(deps.exports_folder, name.replaceAll(/[\\/:*?"<>|]/g, '-'), 'pdf', file)
    },
  } satisfies Pick<Handlers, keyof typeof commissioning>
}

const toSignature = ({ signed_name, drawn, signed_by, signed_at, note, file_ids }: Signed) => ({
  signed_name,
  drawn: drawn === null ? null : `data:image/png;base64,${drawn.toString('base64')}`,
  signed_by,
  signed_at: signed_at.toISOString(),
  note,
  file_ids,
})
