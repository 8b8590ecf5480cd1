import type { FirmwareModule } from '../device-protocol/ota-messages.ts'
import { compareVersions, isReportedVersion } from '../version-number.ts'

/** A firmware, as far as it matters which units it fits. */
export type Fitting = {
  product_key: string
  module: FirmwareModule
  hardware_version: string
  software_version: string
  min_software_version: string
}
/** What a unit reported of itself. */
export type UnitVersions = {
  product_key: string
  module_type: string
  module_version: string
  hardware_version: string
  software_version: string
}
/** Why a unit is not upgraded; the words of the protocol where it has them. */
export type Misfit = 'other_product' | 'hw' | 'min' | 'same' | 'version_unknown' | 'from_version'

/** The version that a firmware would replace. */
export const versionOf = (module: FirmwareModule, unit: Pick<UnitVersions, 'module_version' | 'software_version'>) =>
  module === 'dtu' ? unit.module_version : unit.software_version

/**
 * One rule of order for server and simulator: to what is newer only, from the minimum version on; null = it fits. A campaign may be
 * for units with some versions only.
 */
export const misfitOf = (
  firmware: Fitting,
  unit: UnitVersions,
  from_versions: readonly string[] = [],
): Misfit | null => {
  if (unit.product_key !== firmware.product_key) return 'other_product'
  const hardware = firmware.module === 'dtu' ? unit.module_type : unit.hardware_version
  if (hardware !== firmware.hardware_version) return 'hw'
  const present = versionOf(firmware.module, unit)
  if (!isReportedVersion(present)) return 'version_unknown'
  if (compareVersions(present, firmware.software_version) >= 0) return 'same'
  const is_from = (version: string) => compareVersions(present, version) === 0
  if (from_versions.length > 0 && !from_versions.some(is_from)) return 'from_version'
  const { min_software_version } = firmware
  return min_software_version !== '' && compareVersions(present, min_software_version) < 0 ? 'min' : null
}
