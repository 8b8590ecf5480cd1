import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { listBoundDevices } from '../bindings/public.ts'
import { answerConsent, listConsentRequests, queueTurn } from '../rollouts/public.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** What owners say to upgrades of their units. */
export const appUpgradeHandlers = ({ database: { db }, clock }: Deps) =>
  ({
    appUpgrades: async (_, { caller }) =>
      (await listConsentRequests(db, caller.app_user_id, LIMITS.names_shown_max)).flatMap(
        ({ mac, device_name, rollout_id, software_version, notes, consent, consent_at, deadline_at }) =>
          consent === null || consent_at === null
            ? []
            : [
                {
                  device_id: mac,
                  device_name,
                  rollout_id,
                  software_version,
                  notes,
                  consent,
                  consent_time: consent_at.toISOString(),
                  until: deadline_at?.toISOString() ?? null,
                },
              ],
      ),

    appAnswerUpgrade: async ({ params: { device_id: mac, rollout_id }, body: { agrees } }, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}`, detail: { device: mac, rollout_id, agrees } })
      const device = (await listBoundDevices(db, EVERYTHING, caller.app_user_id)).find((one) => one.mac === mac)
      if (device === undefined) throw new Refusal('not_bound')
      if (device.role !== 'owner') throw new Refusal('not_owner')
      const consent = agrees ? 'given' : 'declined'
      const at = new Date(clock.now())
      if (!(await answerConsent(db, rollout_id, device.device_id, consent, at))) throw new Refusal('not_found')
      await queueTurn(db, rollout_id)
      return { consent } as const
    },
  }) satisfies Pick<Handlers, 'appUpgrades' | 'appAnswerUpgrade'>
