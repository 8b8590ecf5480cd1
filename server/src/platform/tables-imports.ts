import type { ImportCounts, ImportSource, ImportState } from '@heatfleet/contract/imports/imports.ts'
import type { ImportProblem, ImportResult, ImportVerdict } from '@heatfleet/contract/imports/lines.ts'
import type { SavedMapping } from '@heatfleet/contract/products/import-mappings.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Time, WithDefault } from './column-types.ts'

/** Tables of imports: of units, and how register lists are read. */
export type ImportTables = {
  import_mappings: {
    mapping_id: Generated<number>
    name: string
    titles: string[]
    columns: JSONColumnType<SavedMapping['columns']>
    answers: JSONColumnType<SavedMapping['answers']>
    constants: JSONColumnType<SavedMapping['constants']>
    saved_by: string
    saved_at: Time
  }
  device_imports: {
    import_id: Generated<number>
    batch_no: GeneratedAlways<string>
    uid: number | null
    api_token_id: number | null
    imported_user: string
    agent_id: number | null
    agent_path: string
    agent_name: string | null
    product_key: string | null
    product_keys: Generated<string[]>
    import_tag: string
    hardware_version: string
    remark: string
    source: ImportSource
    file_name: string
    state: Generated<ImportState>
    reason: string | null
    counts: WithDefault<JSONColumnType<Partial<ImportCounts>>>
    progress: Generated<number>
    imported: Generated<number>
    repeated: Generated<number>
    failed: Generated<number>
    retry_of: number | null
    created_at: Time
    changed_at: Time
    started_at: Time | null
    finished_at: Time | null
    undone_at: Time | null
    undone_by: Generated<string>
    secrets_at: Time | null
    secrets_by: Generated<string>
  }
  device_import_rows: {
    import_id: number
    row: number
    mac_text: string
    mac: string | null
    product_text: string
    product_key: string | null
    iccid: string
    hardware_version: string
    device_name: string
    serial: string
    secret_sealed: Buffer | null
    own_secret: boolean
    flaws: ImportProblem[]
    dropped: Generated<boolean>
    verdict: Generated<ImportVerdict>
    problems: Generated<ImportProblem[]>
    result: ImportResult | null
    device_id: number | null
  }
}
