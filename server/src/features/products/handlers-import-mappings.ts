import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { importMappings } from '@heatfleet/contract/products/import-mappings.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import {
  countImportMappings,
  deleteImportMapping,
  findImportMapping,
  listImportMappings,
  saveImportMapping,
} from './store-import-mappings.ts'

/** How the lists of a maker are read, kept for the next of them. */
export const importMappingHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    importMappings: async () => {
      const rows = await listImportMappings(db, LIMITS.import_mappings_max)
      return rows.map(toWire)
    },

    importMappingSave: async ({ body }, { caller, note }) => {
      note({ object: `import mapping ${body.name}` })
      const before = await findImportMapping(db, body.name)
      if (before === undefined && (await countImportMappings(db)) >= LIMITS.import_mappings_max)
        throw new Refusal('import_mappings_full', { details: { max: LIMITS.import_mappings_max } })
      const saved = await saveImportMapping(db, {
        ...body,
        saved_by: caller.user_name,
        saved_at: new Date(clock.now()),
      })
      note({
        detail: {
          before: before === undefined ? null : { columns: before.columns, answers: before.answers },
          after: { columns: saved.columns, answers: saved.answers },
        },
      })
      return toWire(saved)
    },

    importMappingDelete: async ({ params: { id } }, { note }) => {
      const name = await deleteImportMapping(db, id)
      if (name === null) throw new Refusal('import_mapping_unknown', { field: 'id' })
      note({ object: `import mapping ${name}` })
      return null
    },
  }) satisfies Pick<Handlers, keyof typeof importMappings>

type Row = Awaited<ReturnType<typeof listImportMappings>>[number]

const toWire = ({ saved_at, ...row }: Row) => ({ ...row, saved_at: saved_at.toISOString() })
