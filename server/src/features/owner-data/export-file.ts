import { join } from 'node:path'

/** Name of the file of all data of a unit. */
export const dataExportFile = (device_id: number): string => `owner-data-${device_id}.jsonl.gz`

/** Its path: by the number of the unit, never by a chosen name. */
export const dataExportPath = (folder: string, device_id: number): string => join(folder, dataExportFile(device_id))

/** The unit of such a file or of a part of it; null = another file. */
export const readDeviceId = (name: string): number | null => {
  const [, digits] = name.match(/^owner-data-(\d+)\.jsonl\.gz(\.part)?$/) ?? []
  return digits === undefined ? null : Number(digits)
}
