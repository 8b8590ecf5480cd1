import { Refusal } from '@heatfleet/contract/errors.ts'
import { IMPORT_FIELDS } from '@heatfleet/contract/imports/lines.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { withinScope } from '../../platform/scope.ts'
import { unseal } from '../../platform/seal.ts'
import { serveList, sheetBytes } from '../../sheets/write-sheet.ts'
import { readClaimCode } from '../bindings/public.ts'
import { findTextIn } from '../exports/public.ts'
import { lockIn } from './handlers.ts'
import { readBatch } from './handlers-list.ts'
import { updateTag } from './store.ts'
import { lockImports, lockUnits, readFigures, undoImport } from './store-run.ts'
import { countMade, listMade, takeSecrets } from './store-secrets.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'secret_key' | 'bus' | 'exports_folder'>
type Names = 'importTemplate' | 'importTag' | 'importUndo' | 'importSecrets' | 'importLabels'

/** Units whose secrets are read at a time. */
const SECRETS_PART = 5_000

/** What is done with batches that are over: tag, undo, secrets, labels. */
export const importBatchHandlers = (deps: Deps) => {
  const { db } = deps.database
  const now = () => new Date(deps.clock.now())
  return {
    importTemplate: async ({ query: { format, language } }) => {
      const findText = findTextIn(language)
      const titles = IMPORT_FIELDS.map((field) => String(findText('imports', `fields.${field}`)))
      const content = await sheetBytes(format, String(findText('imports', 'title')), titles, [])
      return serveList(deps.exports_folder, 'import-template', format, content)
    },

    importTag: async ({ params: { id }, body: { import_tag } }, { caller, note }) => {
      note({ object: `device-import ${id}`, detail: { after: { import_tag } } })
      await db.transaction().execute(async (trx) => {
        const { batch_no, import_tag: before } = await lockIn(trx, caller, id, 'tag')
        note({
          object: `device-import ${batch_no}`,
          detail: { before: { import_tag: before }, after: { import_tag } },
        })
        await updateTag(trx, { import_id: id, import_tag }, withinScope(caller.scope, 'devices'))
      })
      return readBatch(db, caller, id)
    },

    importUndo: async ({ params: { id }, body: { reason } }, { caller, note }) => {
      note({ object: `device-import ${id}`, detail: { reason } })
      const device_ids = await db.transaction().execute(async (trx) => {
        await lockImports(trx)
        const { batch_no } = await lockIn(trx, caller, id, 'undo')
        note({ object: `device-import ${batch_no}` })
        await lockUnits(trx, id)
        const { in_use } = await readFigures(trx, id)
        if (in_use > 0) throw new Refusal('import_in_use', { details: { count: in_use } })
        return undoImport(trx, { import_id: id, by: caller.user_name, at: now() })
      })
      note({ detail: { reason, units: device_ids.length } })
      deps.bus.publish({ kind: 'devices_changed', device_ids })
      return readBatch(db, caller, id)
    },

    importSecrets: async ({ params: { id } }, { caller, note }) => {
      note({ object: `device-import ${id}` })
      return db.transaction().execute(async (trx) => {
        const { batch_no, secrets_at, secrets_by } = await lockIn(trx, caller, id, 'secrets')
        note({ object: `device-import ${batch_no}` })
        if (!(await takeSecrets(trx, { import_id: id, by: caller.user_name, at: now() })))
          throw new Refusal('secrets_taken', {
            details: { user: secrets_by, day: secrets_at?.toISOString().slice(0, 10) ?? '' },
          })
        const lines: string[][] = []
        for (let after: number | null = 0; after !== null; ) {
          const units = await listMade(
            trx,
            caller.scope,
            { import_id: id },
            { after: String(after), limit: SECRETS_PART },
          )
          for (const unit of units) {
            const secret = unseal(deps.secret_key, unit.secret_sealed)
            // Sealed under another installation's key.
            if (secret === null) throw new Refusal('system_failed')
            lines.push([unit.mac, secret.toString('hex'), readClaimCode(deps, unit), unit.product_key, unit.serial])
          }
          after = units.length < SECRETS_PART ? null : (units.at(-1)?.row ?? null)
        }
        if (lines.length === 0) throw new Refusal('import_empty')
        note({ detail: { units: lines.length } })
        const titles = ['mac', 'secret', 'claim_code', 'product_key', 'serial']
        const content = await sheetBytes('csv', 'Secrets', titles, lines)
        return serveList(deps.exports_folder, `secrets-${batch_no}`, 'csv', content)
      })
    },

    importLabels: async ({ params: { id }, query, body }, { caller, note }) => {
      const { batch_no } = await db.transaction().execute((trx) => lockIn(trx, caller, id, 'secrets'))
      note({ object: `device-import ${batch_no}`, detail: { ...query, ...body } })
      const which = { import_id: id, ...body }
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const units = await listMade(db, caller.scope, which, part)
      const list = units.map(({ row: _, secret_sealed, claim_generation, ...unit }) => ({
        ...unit,
        claim_code: readClaimCode(deps, { mac: unit.mac, secret_sealed, claim_generation }),
      }))
      const total = await countMade(db, caller.scope, which)
      return { list, total, pageNo: query.pageNo, size: query.size }
    },
  } satisfies Pick<Handlers, Names>
}
