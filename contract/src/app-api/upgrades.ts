import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowIdText } from '../row-id.ts'

const Time = z.iso.datetime()

/** What the owner of a unit said to an upgrade of it. */
const UPGRADE_CONSENTS = ['requested', 'given', 'declined'] as const
export type UpgradeConsent = (typeof UPGRADE_CONSENTS)[number]

/** An upgrade that waits for its owner, or that the owner answered and that has not begun. */
const AppUpgrade = z.object({
  device_id: z.string(),
  device_name: z.string(),
  /** Names the upgrade in the answer. */
  rollout_id: z.number().int(),
  software_version: z.string(),
  notes: z.object({ en: z.string(), zh: z.string(), pl: z.string() }),
  consent: z.enum(UPGRADE_CONSENTS),
  /** When the owner was asked, or answered. */
  consent_time: Time,
  /** Without an answer by then the unit stays as it is. */
  until: Time.nullable(),
})
type AppUpgrade = z.output<typeof AppUpgrade>
const example: AppUpgrade = {
  device_id: '863412060123455',
  device_name: 'Villa Linden 4',
  rollout_id: 12,
  software_version: '1.4.2',
  notes: { en: 'Fewer drop-outs.', zh: '掉线更少。', pl: 'Mniej przerw w łączności.' },
  consent: 'requested',
  consent_time: '2026-11-21T09:21:00.000Z',
  until: '2026-11-24T09:21:00.000Z',
}

/** The owner's word on upgrades of the own units, where the product asks for it (docs/app-api.md). */
export const appUpgrades = endpoints({
  appUpgrades: {
    method: 'GET',
    path: '/app/upgrades',
    kind: 'read',
    of: 'upgrade',
    needs: 'app-user',
    result: z.array(AppUpgrade).max(LIMITS.names_shown_max),
    fails: [],
    says: 'Upgrades of the own units that wait for the caller, or that the caller answered and that have not begun.',
    example: [example],
  },
  appAnswerUpgrade: {
    method: 'PUT',
    path: '/app/devices/:device_id/upgrades/:rollout_id',
    kind: 'change',
    of: 'upgrade',
    needs: 'app-user',
    params: z.object({ device_id: DeviceId, rollout_id: RowIdText }),
    body: z.object({ agrees: z.boolean() }),
    result: z.object({ consent: z.enum(UPGRADE_CONSENTS) }),
    fails: ['not_bound', 'not_owner', 'not_found'],
    says: 'Agrees to an upgrade or declines it. Only the owner may; it can be taken back until the upgrade begins, declining cannot.',
    example: { consent: 'given' },
  },
})
