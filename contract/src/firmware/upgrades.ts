import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { Rollout } from '../rollouts/rollout.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { CampaignDraft, UpgradeFilter } from './campaign.ts'
import { campaignExample, firmwareExample, planExample, upgradeExample } from './examples.ts'
import { Firmware, Upgrade } from './firmware.ts'

/** Upgrades of units, one by one and as campaigns (spec 7, OTA; product 3.35). */
export const upgrades = endpoints({
  upgradeHistory: {
    method: 'POST',
    path: '/device/history-ota',
    kind: 'read',
    of: 'rollout',
    needs: 'ota:view',
    about: 'unscoped',
    query: Paging.extend({
      /** A firmware; left out = of all. */
      id: RowIdText.optional(),
    }),
    body: UpgradeFilter.default({}),
    result: pageOf(Rollout),
    fails: [],
    says: 'Upgrades of the own organisation and those below it, single ones and campaigns, the newest first.',
    example: { list: [campaignExample], total: 1, pageNo: 1, size: 999 },
  },
  deviceUpgrades: {
    method: 'POST',
    path: '/device/device-history-ota',
    kind: 'read',
    of: 'upgrade',
    needs: 'ota:view',
    about: 'device',
    query: Paging.extend({ mac: DeviceId }),
    result: pageOf(Upgrade).extend({
      current: z.object({
        module_version: z.string(),
        module_type: z.string(),
        software_version: z.string(),
        hardware_version: z.string(),
      }),
      /** Campaigns in which the turn of the unit has not come, or that wait for something. */
      waiting: z
        .array(
          z.object({
            rollout_id: z.number().int(),
            name: z.string(),
            firmware_name: z.string(),
            software_version: z.string(),
            /** Why it waits, a code; null = its turn has not come. */
            reason: z.string().nullable(),
            until: z.iso.datetime().nullable(),
          }),
        )
        .max(LIMITS.names_shown_max),
      /** Enabled firmware that the unit can be upgraded to, the newest first. */
      available: z.array(
        Firmware.pick({ firmware_id: true, name: true, module: true, software_version: true, notes: true }),
      ),
    }),
    fails: ['device_not_found'],
    says: 'Upgrades of one unit, the newest first, its versions, and what it can be upgraded to.',
    example: {
      list: [upgradeExample],
      total: 1,
      pageNo: 1,
      size: 999,
      current: {
        module_version: '1.3.0',
        module_type: 'DTU4G-B',
        software_version: '2.1',
        hardware_version: 'R290-A',
      },
      waiting: [
        {
          rollout_id: 13,
          name: 'Boards to 2.2',
          firmware_name: 'Board, gentler defrost',
          software_version: '2.2',
          reason: 'owner_consent',
          until: null,
        },
      ],
      available: [
        {
          firmware_id: 4,
          name: firmwareExample.name,
          module: 'dtu',
          software_version: '1.4.2',
          notes: firmwareExample.notes,
        },
      ],
    },
  },
  deviceUpgrade: {
    method: 'POST',
    path: '/device/upgrade-ota',
    kind: 'change',
    of: 'upgrade',
    needs: 'ota:upgrade',
    about: 'device',
    body: z.object({ mac: DeviceId, firmware_id: RowId }),
    result: Rollout,
    fails: [
      'device_not_found',
      'firmware_unknown',
      'firmware_disabled',
      'upgrade_failed',
      'upgrade_under_way',
      'rollouts_open',
    ],
    says: 'Upgrades one unit now; one that is off line when it comes back.',
    example: { ...campaignExample, upgrade: { ...planExample, type: 'single' } },
  },
  upgradeCampaign: {
    method: 'POST',
    path: '/device/campaign-ota',
    kind: 'change',
    of: 'rollout',
    needs: 'ota:campaign',
    about: 'unscoped',
    body: CampaignDraft,
    result: Rollout,
    fails: ['firmware_unknown', 'firmware_disabled', 'device_not_found', 'device_group_not_found', 'rollouts_open'],
    says: 'Proposes upgrades of many units in waves; somebody has to approve it, and then it is run as a rollout.',
    example: { ...campaignExample, state: 'proposed', own: true },
  },
  upgradePreview: {
    method: 'POST',
    path: '/device/preview-ota',
    kind: 'read',
    of: 'upgrade',
    needs: 'ota:campaign',
    about: 'unscoped',
    body: CampaignDraft.pick({ firmware_id: true, target: true, from_versions: true, test_group_id: true }),
    result: z.object({
      /** Units of the target, and why some of them would not be upgraded. */
      total: z.number().int(),
      upgradable: z.number().int(),
      offline: z.number().int(),
      /** Units of the test group that would be upgraded first. */
      tested: z.number().int(),
      refused: z.array(z.object({ mac: z.string(), reason: z.string() })).max(LIMITS.names_shown_max),
      refused_total: z.number().int(),
    }),
    fails: ['firmware_unknown', 'device_group_not_found', 'rollout_too_large'],
    says: 'Dry run: how many units a campaign would upgrade, and which not and why.',
    example: {
      total: 3,
      upgradable: 2,
      offline: 1,
      tested: 1,
      refused: [{ mac: upgradeExample.mac, reason: 'same' }],
      refused_total: 1,
    },
  },
})
