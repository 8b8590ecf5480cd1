import type { Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import type { NewDevice } from './store.ts'

/** Lines stored with one statement. */
const ROWS_A_TIME = 500

/** The imports by which the devices of the demo came: one for each tag and first holder, each line a device. */
export const insertDemoImports = async (
  tx: Transaction<Tables>,
  devices: readonly NewDevice[],
  ids: readonly number[],
  /** Names of the holders by their id. */
  names: ReadonlyMap<number, string>,
): Promise<void> => {
  const batches = new Map<string, { row: NewDevice['row']; device_id: number }[]>()
  for (const [at, { row }] of devices.entries()) {
    const device_id = ids[at]
    if (device_id === undefined) throw new Error('Every device of the demo was stored.')
    const key = `${row.import_tag} ${row.agent_id}`
    batches.set(key, [...(batches.get(key) ?? []), { row, device_id }])
  }
  const timeOf = (lines: readonly { row: NewDevice['row'] }[]) =>
    new Date(Math.min(...lines.map(({ row }) => new Date(String(row.import_time)).getTime())))
  const oldest_first = [...batches.values()].toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime())
  for (const lines of oldest_first) {
    const [first] = lines
    if (first === undefined) continue
    const { agent_id, agent_path, product_key, import_tag } = first.row
    const at = timeOf(lines)
    const { import_id } = await tx
      .insertInto('device_imports')
      .values({
        uid: null,
        api_token_id: null,
        imported_user: 'admin',
        agent_id: agent_id ?? null,
        agent_path,
        agent_name: names.get(agent_id ?? 0) ?? null,
        product_key,
        product_keys: [product_key],
        import_tag: String(import_tag),
        hardware_version: '',
        remark: '',
        source: 'file',
        file_name: `${import_tag}.csv`,
        state: 'done',
        counts: JSON.stringify({ new: lines.length, in_stock: 0, shipped: 0, error: 0, dropped: 0 }),
        progress: lines.length,
        imported: lines.length,
        created_at: at,
        changed_at: at,
        started_at: at,
        finished_at: at,
      })
      .returning('import_id')
      .executeTakeFirstOrThrow()
    for (let from = 0; from < lines.length; from += ROWS_A_TIME) {
      const some = lines.slice(from, from + ROWS_A_TIME)
      await tx
        .insertInto('device_import_rows')
        .values(
          some.map(({ row, device_id }, index) => ({
            import_id,
            row: from + index + 1,
            mac_text: row.mac,
            mac: row.mac,
            product_text: '',
            product_key,
            iccid: row.iccid ?? '',
            hardware_version: '',
            device_name: '',
            serial: '',
            secret_sealed: null,
            own_secret: false,
            flaws: [],
            verdict: 'new' as const,
            result: 'imported' as const,
            device_id,
          })),
        )
        .execute()
    }
  }
}
