import type { SmallAccount, SmallDistributor } from '../small-fleet.ts'
import { PERSONS } from './people.ts'
import type { AccessStage, Subject } from './stage.ts'
import { subjectOf } from './stage.ts'

const LINE = {
  row: 1,
  product_text: '',
  iccid: '',
  hardware_version: '',
  device_name: '',
  serial: '',
  own_secret: false,
  secret_sealed: null,
} as const

/** A batch of one line that brought in a bound unit: it can be neither undone nor retried, and its secrets are taken. */
export const addImport = async (
  { database: { db }, fleet }: Pick<AccessStage, 'database' | 'fleet'>,
  batch: {
    uid: number
    imported_user: string
    agent_id: number | null
    agent_path: string
    agent_name: string | null
    device_id: number
    mac: string
  },
): Promise<number> => {
  const { device_id, mac, ...place } = batch
  const at = new Date()
  const { import_id } = await db
    .insertInto('device_imports')
    .values({
      ...place,
      product_keys: [fleet.product_key],
      import_tag: place.imported_user,
      hardware_version: '',
      remark: '',
      source: 'api',
      file_name: '',
      state: 'done',
      created_at: at,
      changed_at: at,
      secrets_at: at,
    })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('device_import_rows')
    .values({ ...LINE, import_id, mac, mac_text: mac, device_id, flaws: [], verdict: 'new', result: 'imported' })
    .execute()
  return import_id
}

/** Fresh batches to each distributor and to the stock of the manufacturer, by the importers of the fleet's devices. */
export const importsOf = async (stage: AccessStage): Promise<Subject[]> => {
  const { fleet } = stage
  const subjects: Subject[] = []
  const add = async (owner: SmallAccount, at: SmallDistributor | null, unit: { device_id: number; mac: string }) => {
    const place = at === null ? { agent_id: null, agent_path: '/' } : fleet.distributors[at]
    const uid = fleet.accounts[owner]
    const id = await addImport(stage, { ...place, ...unit, uid, imported_user: owner, agent_name: at })
    subjects.push(subjectOf({ id, label: `import to ${at ?? 'stock'} by ${owner}`, at, owner }))
  }
  for (const { device_id, mac, at, imported_user } of fleet.devices) await add(imported_user, at, { device_id, mac })
  for (const owner of ['admin', 'factory'] as const) {
    const unit = fleet.devices.find(({ imported_user }) => imported_user === owner)
    if (unit !== undefined) await add(owner, null, { device_id: unit.device_id, mac: unit.mac })
  }
  return subjects
}

/** A draft of each person, with a line that cannot be imported. */
export const importDraftsOf = async ({ fleet, database: { db } }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const owner of PERSONS) {
    const at = new Date()
    const { import_id } = await db
      .insertInto('device_imports')
      .values({
        uid: fleet.accounts[owner],
        imported_user: owner,
        agent_path: '/',
        import_tag: '',
        hardware_version: '',
        remark: '',
        source: 'paste',
        file_name: '',
        created_at: at,
        changed_at: at,
      })
      .returning('import_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('device_import_rows')
      .values({ ...LINE, import_id, mac: null, mac_text: 'a4c1', flaws: ['mac_incomplete'] })
      .execute()
    subjects.push(subjectOf({ id: import_id, label: `draft of ${owner}`, owner }))
  }
  return subjects
}
