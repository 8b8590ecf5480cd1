import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { Credentials } from '../device-client.ts'
import { ADMIN_PASSWORD } from '../product.ts'

const IMPORTED_MAX_MS = 180_000
const LOOK_MS = 500

/** A distributor whose only account is the service person. */
export const addDistributor = async (call: Call) => {
  const mail = 'service@example.com'
  const { agent_id } = await call(api.createAgent, {
    body: {
      parent_id: null,
      agent_level: 1,
      agent_name: 'District',
      region_code: '330000',
      email: mail,
      user_name: 'district',
      password: ADMIN_PASSWORD,
    },
  })
  return { agent_id, mail }
}

/** WiFi devices of a distributor, with the secrets that their import made. */
export const importUnits = async (call: Call, agent_id: number, count: number): Promise<Credentials[]> => {
  const prefix = `02${randomBytes(2).toString('hex')}`
  const rows = Array.from({ length: count }, (_, at) => ({ mac: `${prefix}${at.toString(16).padStart(6, '0')}` }))
  const { import_id: id } = await call(api.importCheck, {
    body: { agent_id, product_key: 'r290-monobloc', import_tag: 'offline', rows },
  })
  await call(api.importStart, { params: { id }, body: {} })
  for (let waited_ms = 0; ; waited_ms += LOOK_MS) {
    const { state } = await call(api.importInfo, { params: { id } })
    if (state === 'done') break
    if (state === 'failed' || waited_ms > IMPORTED_MAX_MS) throw new Error(`the import is ${state}`)
    await wait(LOOK_MS)
  }
  const { blob } = await call(api.importSecrets, { params: { id } })
  return [...(await blob.text()).matchAll(/^"?([0-9a-f]{12})"?,"?([0-9a-f]{64})"?,/gim)].map(
    ([, did = '', secret_hex = '']) => ({ did, secret_hex }),
  )
}
