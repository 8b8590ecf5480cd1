import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { snapshotText } from '@heatfleet/contract/rights.ts'

/** `npm run rights`: writes what each call needs into the snapshot, whose diff is reviewed. No test writes it. */
writeFileSync(join(import.meta.dirname, '../contract/rights.snapshot.json'), snapshotText())
