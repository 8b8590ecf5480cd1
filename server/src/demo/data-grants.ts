import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { DATA_RECIPIENT_KEY } from '@heatfleet/contract/endpoint.ts'
import type { PlannedHousehold, PlannedPerson } from './people.ts'

/** Every so many households let a third party read. */
const GRANTED_EVERY = 6
const DAYS = 180

/** Who reads what for, in the language of the owner. */
const RECIPIENTS: Record<PlannedPerson['language'], { recipient: string; purpose: string }> = {
  en: { recipient: 'Northgate Energy Advice Ltd', purpose: 'Yearly efficiency report' },
  de: { recipient: 'Energieberatung Weber GmbH', purpose: 'Heizkurve einstellen' },
  pl: { recipient: 'Ciepło Serwis sp. z o.o.', purpose: 'Roczny raport sprawności' },
  zh: { recipient: '绿能节能服务有限公司', purpose: '年度能效报告' },
}

/** Lets a third party read the data of some households; it reads at once. Idempotent. */
export const grantDemoData = async (
  base_url: string,
  call: Call,
  { mac, owner }: Pick<PlannedHousehold, 'mac' | 'owner'>,
): Promise<void> => {
  const sum = Array.from(mac).reduce((total, letter) => total + letter.charCodeAt(0), 0)
  if (sum % GRANTED_EVERY !== 0) return
  const params = { device_id: mac }
  if ((await call(api.appDataGrants, { params })).length > 0) return
  const body = { ...RECIPIENTS[owner.language], expires_in_days: DAYS, include_history: true }
  const { token } = await call(api.appGrantData, { params, body })
  const recipient = createClient({ base_url, key: DATA_RECIPIENT_KEY, token: () => token })
  await recipient(api.recipientMetadata)
  await recipient(api.recipientLatest)
}
