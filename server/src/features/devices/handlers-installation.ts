import {
  type DeviceFile,
  type DeviceFileType,
  type deviceInstallations,
  type deviceOwnership,
  type Installation,
  type OwnershipEvent,
  warrantyUntil,
} from '@heatfleet/contract/devices/installation.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { findDevice } from './store.ts'
import {
  deleteFile,
  type FileRow,
  findFile,
  findInstallation,
  type InstallationRow,
  insertFile,
  listBindingEvents,
  listFiles,
  listShipments,
  saveInstallation,
} from './store-installation.ts'
import { toDevice } from './to-wire.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** Installation, files and ownership of a unit. */
export const deviceInstallationHandlers = ({ database: { db }, clock }: Deps) => {
  const readRow = async (caller: Caller, mac: string): Promise<InstallationRow> => {
    const row = await findInstallation(db, caller.scope, mac)
    if (row === undefined) throw new Refusal('device_not_found')
    return row
  }
  const toInstallation = async (row: InstallationRow): Promise<Installation> => ({
    ...draftOf(row),
    warranty_until: warrantyUntil(row.first_online_at, row.warranty_months),
    updated_by: row.updated_by ?? '',
    updated_at: row.updated_at?.toISOString() ?? null,
    files: (await listFiles(db, row.device_id)).map(toFile),
  })

  return {
    deviceInstallation: async ({ query: { mac } }, { caller }) => toInstallation(await readRow(caller, mac)),

    saveInstallation: async ({ query: { mac }, body }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: { after: body } })
      const before = await readRow(caller, mac)
      const by = { updated_by: caller.user_name, updated_at: new Date(clock.now()) }
      await saveInstallation(db, before.device_id, body, by)
      note({ detail: changedFields(draftOf(before), body) })
      return toInstallation(await readRow(caller, mac))
    },

    deviceFile: async ({ query: { mac, file_id } }, { caller }) => {
      const { device_id } = await readRow(caller, mac)
      const file = await findFile(db, device_id, file_id)
      if (file === undefined) throw new Refusal('not_found')
      const { content, ...row } = file
      return { ...toFile(row), content: content.toString('base64') }
    },

    addDeviceFile: async ({ query: { mac }, body }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: { file_name: body.file_name } })
      const { device_id } = await readRow(caller, mac)
      const content = Buffer.from(body.content, 'base64')
      const max = LIMITS.device_file_bytes
      if (content.length > max) throw new Refusal('device_file_large', { details: { max: max / 1_048_576 } })
      const content_type = fileTypeOf(content)
      if (content_type === null) throw new Refusal('device_file_type', { field: 'content' })
      const added = { added_by: caller.user_name, added_at: new Date(clock.now()) }
      const file = { device_id, file_name: body.file_name, content_type, content, ...added }
      const row = await insertFile(db, file, LIMITS.device_files_max)
      if (row === null) throw new Refusal('device_files_full', { details: { max: LIMITS.device_files_max } })
      note({ detail: { file_id: row.file_id, content_type, bytes: content.length } })
      return toFile(row)
    },

    deleteDeviceFile: async ({ query: { mac, file_id } }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: { file_id } })
      const { device_id } = await readRow(caller, mac)
      const gone = await deleteFile(db, device_id, file_id)
      if (gone === undefined) throw new Refusal('not_found')
      note({ detail: gone })
      return null
    },

    deviceOwnership: async ({ query: { mac } }, { caller }) => {
      const row = await findDevice(db, caller.scope, caller.uid, mac)
      if (row === null) throw new Refusal('device_not_found')
      const { import_time, imported_user, import_tag, import_count } = toDevice(row)
      const shipments = caller.permissions.has('shipment:view')
        ? await listShipments(
            db,
            {
              scope: caller.scope,
              agent: caller.scopes.agent,
              manufacturer: caller.agent_id === null && caller.scopes.agent.group === null,
            },
            row.device_id,
          )
        : []
      const bindings = caller.permissions.has('binding:view')
        ? await listBindingEvents(db, row.device_id, LIMITS.ownership_bindings_max)
        : []
      const events: OwnershipEvent[] = [
        { kind: 'imported', at: import_time, by: imported_user, import_tag, import_count },
        ...shipments.flatMap(shipmentEvents),
        ...bindings.map(
          ({ at, action, user_name, nick_name, ...rest }): OwnershipEvent => ({
            ...rest,
            kind: action,
            at: at.toISOString(),
            by: user_name ?? '',
            nick_name: maskPersonal(caller, nick_name),
          }),
        ),
      ]
      return events.toSorted((one, other) => other.at.localeCompare(one.at))
    },
  } satisfies Pick<Handlers, keyof typeof deviceInstallations | keyof typeof deviceOwnership>
}

const draftOf = (row: InstallationRow) => ({
  installer: row.installer ?? '',
  installed_on: row.installed_on,
  warranty_months: row.warranty_months,
  parts: row.parts ?? [],
  note: row.note ?? '',
})

const toFile = ({ added_at, ...row }: FileRow): DeviceFile => ({ ...row, added_at: added_at.toISOString() })

const shipmentEvents = (row: Awaited<ReturnType<typeof listShipments>>[number]): OwnershipEvent[] => {
  const { batch_no, receiver_name, reason, sender_visible } = row
  const sender_name = sender_visible ? row.sender_name : ''
  const of = (kind: 'shipped' | 'confirmed' | 'returned', at: Date | null, by: string): OwnershipEvent[] =>
    at === null
      ? []
      : [
          {
            kind,
            at: at.toISOString(),
            by,
            batch_no,
            sender_name,
            receiver_name,
            reason: kind === 'returned' ? reason : '',
          },
        ]
  return [
    ...of('shipped', row.shipped_at, sender_visible ? row.operator : ''),
    ...of('confirmed', row.confirmed_at, row.confirmed_by),
    ...of('returned', row.returned_at, sender_visible ? row.returned_by : ''),
  ]
}

const SIGNATURES: readonly { type: DeviceFileType; bytes: readonly number[] }[] = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  // %PDF-
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
]

/** What a file is by its first bytes; null = nothing that is kept. */
export const fileTypeOf = (content: Uint8Array): DeviceFileType | null =>
  SIGNATURES.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte))?.type ?? null
