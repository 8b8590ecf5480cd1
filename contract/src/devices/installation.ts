import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowIdText } from '../row-id.ts'
import { exampleDevice } from './example-device.ts'

const Time = z.iso.datetime()
const ByMac = z.object({ mac: DeviceId })

/** A part of a unit with its serial number. */
export const DevicePart = z.object({
  part: z.string().trim().min(1).max(LIMITS.device_part_max),
  serial: z.string().trim().max(LIMITS.device_part_max),
})
export type DevicePart = z.output<typeof DevicePart>

/** What is noted of the installation of a unit. */
export const InstallationDraft = z.object({
  installer: z.string().trim().max(LIMITS.company_max),
  installed_on: z.iso.date().nullable(),
  /** Months from the first time online; null = none agreed. */
  warranty_months: z.number().int().min(1).max(LIMITS.warranty_months_max).nullable(),
  parts: z.array(DevicePart).max(LIMITS.device_parts_max),
  note: z.string().trim().max(LIMITS.product_text_max),
})
export type InstallationDraft = z.output<typeof InstallationDraft>

const DEVICE_FILE_TYPES = ['image/png', 'image/jpeg', 'application/pdf'] as const
export type DeviceFileType = (typeof DEVICE_FILE_TYPES)[number]
export const DeviceFile = z.object({
  file_id: z.number().int(),
  file_name: z.string(),
  content_type: z.enum(DEVICE_FILE_TYPES),
  bytes: z.number().int(),
  added_by: z.string(),
  added_at: Time,
})
export type DeviceFile = z.output<typeof DeviceFile>

export const Installation = InstallationDraft.extend({
  /** Last day of the warranty; null before the first time online, or where none is agreed. */
  warranty_until: z.iso.date().nullable(),
  /** Empty = nothing was entered yet. */
  updated_by: z.string(),
  updated_at: Time.nullable(),
  files: z.array(DeviceFile),
})
export type Installation = z.output<typeof Installation>

/** The day on which a warranty ends: as many months after the first time online. */
export const warrantyUntil = (first_online: Date | null, months: number | null): string | null => {
  if (first_online === null || months === null) return null
  const day = first_online.getUTCDate()
  const end = new Date(Date.UTC(first_online.getUTCFullYear(), first_online.getUTCMonth() + months, 1))
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, days))
  return end.toISOString().slice(0, 10)
}

const file: DeviceFile = {
  file_id: 3,
  file_name: 'plate.png',
  content_type: 'image/png',
  bytes: 81_204,
  added_by: 'admin',
  added_at: '2026-11-21T09:15:00.000Z',
}
const example: Installation = {
  installer: 'Nowak Instalacje',
  installed_on: '2026-09-02',
  warranty_months: 36,
  parts: [{ part: 'Compressor', serial: 'C-2026-0417' }],
  note: '',
  warranty_until: '2029-09-02',
  updated_by: 'admin',
  updated_at: '2026-11-21T09:15:00.000Z',
  files: [file],
}

/** Installation and papers of a unit (product 3.12, tab 12). */
export const deviceInstallations = endpoints({
  deviceInstallation: {
    method: 'GET',
    path: '/device-inventory/device-installation',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: 'device',
    query: ByMac,
    result: Installation,
    fails: ['device_not_found'],
    says: 'Who installed a unit and when, its warranty, parts with serial numbers, and the list of its files.',
    example,
  },
  saveInstallation: {
    method: 'PUT',
    path: '/device-inventory/device-installation',
    kind: 'change',
    of: 'device',
    needs: 'device:edit',
    about: 'device',
    query: ByMac,
    body: InstallationDraft,
    result: Installation,
    fails: ['device_not_found'],
    says: 'Changes what is noted of the installation of a unit.',
    example,
  },
  deviceFile: {
    method: 'GET',
    path: '/device-inventory/device-file',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: 'device',
    query: ByMac.extend({ file_id: RowIdText }),
    result: DeviceFile.extend({ content: z.string() }),
    fails: ['device_not_found', 'not_found'],
    says: 'A file of a unit, its content in base64.',
    example: { ...file, content: 'iVBORw0KGgo=' },
  },
  addDeviceFile: {
    method: 'POST',
    path: '/device-inventory/device-file',
    kind: 'change',
    of: 'device',
    needs: 'device:edit',
    about: 'device',
    query: ByMac,
    /** Base64 is a third longer. */
    body_bytes: Math.ceil(LIMITS.device_file_bytes * 1.5),
    body: z.object({ file_name: z.string().trim().min(1).max(LIMITS.file_name_max), content: z.base64().min(1) }),
    result: DeviceFile,
    fails: ['device_not_found', 'device_file_type', 'device_file_large', 'device_files_full'],
    says: 'Adds a photo (PNG, JPEG) or a document (PDF) to a unit; its content decides what it is.',
    example: file,
  },
  deleteDeviceFile: {
    method: 'DELETE',
    path: '/device-inventory/device-file',
    kind: 'change',
    of: 'device',
    needs: 'device:edit',
    about: 'device',
    query: ByMac.extend({ file_id: RowIdText }),
    result: z.null(),
    fails: ['device_not_found', 'not_found'],
    says: 'Removes a file of a unit.',
    example: null,
  },
})

/** What happened to the ownership of a unit. */
const OwnershipEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('imported'),
    at: Time,
    by: z.string(),
    import_tag: z.string(),
    import_count: z.number().int(),
  }),
  z.object({
    kind: z.enum(['shipped', 'confirmed', 'returned']),
    at: Time,
    by: z.string(),
    batch_no: z.string(),
    /** Empty = the manufacturer, or a distributor above the caller's scope. */
    sender_name: z.string(),
    receiver_name: z.string(),
    reason: z.string(),
  }),
  z.object({
    kind: z.enum(['bound', 'shared', 'unbound', 'marked', 'transferred']),
    at: Time,
    /** Empty = the app user. */
    by: z.string(),
    app_user_id: z.number().int(),
    /** Masked without `pii:view`. */
    nick_name: z.string(),
    bind_way: z.string(),
    reason: z.string(),
  }),
])
export type OwnershipEvent = z.output<typeof OwnershipEvent>

export const deviceOwnership = endpoints({
  deviceOwnership: {
    method: 'GET',
    path: '/device-inventory/device-ownership',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: 'device',
    query: ByMac,
    result: z.array(OwnershipEvent),
    fails: ['device_not_found'],
    says: 'Imports, shipments and bindings of a unit, the newest first; shipments and bindings with their rights alone.',
    example: [
      {
        kind: 'imported',
        at: exampleDevice.import_time,
        by: exampleDevice.imported_user,
        import_tag: exampleDevice.import_tag,
        import_count: 1,
      },
    ],
  },
})
