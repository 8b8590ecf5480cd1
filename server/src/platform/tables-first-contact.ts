import type { AuthMode } from '@heatfleet/contract/device-protocol/device-auth.ts'
import type { UnknownModuleState } from '@heatfleet/contract/first-contact/unknown-modules.ts'
import type { FirstStep } from '@heatfleet/contract/first-run/first-run.ts'
import type { Generated } from 'kysely'
import type { Time } from './column-types.ts'

/** Tables of a new installation and of new modules: migrations 0054 and 0055. */
export type FirstContactTables = {
  first_run: {
    only_row: Generated<boolean>
    begun_at: Time | null
    set_aside: Generated<FirstStep[]>
    dismissed_at: Time | null
  }
  unknown_modules: {
    mac: string
    address: string
    first_seen_at: Time
    last_seen_at: Time
    tries: number
    auth_mode: AuthMode
    product_key: string | null
    state: Generated<UnknownModuleState>
    decided_by: Generated<string>
    decided_at: Time | null
  }
}
