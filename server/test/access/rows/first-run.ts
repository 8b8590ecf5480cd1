import type { AccessRows } from '../rows.ts'

/** The set-up belongs to the installation: the right alone decides. */
export const rows: AccessRows = {
  firstRunEdit: { sends: { body: {} } },
  brandManufacturer: { sends: { body: { brand_name: '', brand_colour: null, logo: null } } },
}
