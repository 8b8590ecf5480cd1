import type { AccessRows } from '../rows.ts'
import type { Subject } from '../stage.ts'

const one = ({ mac }: Subject) => ({ body: { macs: [mac ?? ''], paper: 'roll_62x29' as const } })

/** Printable labels. */
export const rows: AccessRows = { labelFile: { sends: one }, claimLabelFile: { sends: one } }
